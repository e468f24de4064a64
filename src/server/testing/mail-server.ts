import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** The whole message as it arrived: headers and all parts. */
  raw: string
  headers: string
  text: string
  html: string
}

export interface MailServer {
  /** For `SMTP_URL`. */
  url: string
  received: ReceivedMail[]
  /** Sets the answer with which recipients are refused from now on; with undefined, all are accepted. */
  refuseWith(refusal: { code: number; message: string } | undefined): void
  /** Has the next mails arrive and their connections end before their sender is told so. */
  breakOff(mails: number): void
  close(): Promise<void>
}

const USER = 'baton'
const PASSWORD = 'p@ss/word'

/**
 * Starts an SMTP server on loopback that stands for somebody else's, and that wants a user and a password.
 *
 * @param onReceived Called for each mail that has arrived, before its sender is told so.
 * @param at the port; any that is free by default
 * @param isToken whether an access token lets its user in, too (XOAUTH2)
 */
export async function startMailServer(
  onReceived: () => void = () => {},
  at = 0,
  isToken: (token: string) => boolean = () => false,
): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let refusal: { code: number; message: string } | undefined
  let toBreak = 0
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    onAuth({ method, username, password, accessToken }, _session, done) {
      const isRight = method === 'XOAUTH2' ? isToken(accessToken ?? '') : username === USER && password === PASSWORD
      if (isRight) done(null, { user: username })
      else done(new Error('wrong password'))
    },
    onRcptTo: (_address, _session, done) =>
      refusal ? done(Object.assign(new Error(refusal.message), { responseCode: refusal.code })) : done(),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        received.push({ from: mailFrom ? mailFrom.address : '', to, ...read(Buffer.concat(chunks).toString('utf8')) })
        onReceived()
        toBreak -= 1
        if (toBreak < 0) return done()
        for (const socket of sockets) socket.destroy()
      })
    },
  })
  server.on('error', () => {}) // a client that goes away is its own affair
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    received,
    refuseWith: (wanted) => {
      refusal = wanted
    },
    breakOff: (mails) => {
      toBreak = mails
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The first link that has a line of its own in a mail's plain text; empty if there is none. */
export function linkIn(mail: ReceivedMail | undefined): string {
  return /^(https?:\/\/\S+)\r?$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The token in a mail's link (`linkIn`): what comes after `#`. */
export const tokenIn = (mail: ReceivedMail | undefined) => new URL(linkIn(mail)).hash.slice(1)

function read(raw: string): Pick<ReceivedMail, 'raw' | 'headers' | 'text' | 'html'> {
  const [headers = ''] = raw.split('\r\n\r\n', 1)
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1]
  const parts = boundary ? raw.split(`--${boundary}`) : [raw]
  const part = (type: string) => decode(parts.find((text) => text.includes(`Content-Type: ${type}`)) ?? '')
  return { raw, headers, text: part('text/plain'), html: part('text/html') }
}

/** The content of a part, which is encoded as base64, as quoted-printable or not at all. */
function decode(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/encoding: quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

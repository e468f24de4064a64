import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { rootCertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { certificate } from '../../../testing/mail-certificate.ts'
import { parseOutboundAllow } from '../../outbound/allow.ts'
import type { GuardedSockets } from '../../outbound/guarded-sockets.ts'
import type { SmtpFailure } from './failure.ts'
import { openSocket } from './open-socket.ts'
import type { SmtpAccount } from './smtp-account.ts'
import { createSmtpAccounts, type Sendable } from './smtp-accounts.ts'

const USER = 'help@boats.example'
const PASSWORD = 'p@ss "w\\ord'
const [ANA, BOB, CLEO] = ['ana@example.com', 'bob@example.com', 'cleo@example.com']
const MAIL: Sendable = {
  from: { name: 'Boats', address: USER },
  to: [{ name: 'Ana', address: ANA }],
  subject: 'Your boat',
  text: 'It is ready.\n.\nCome!',
  html: '<p>It is ready.</p>',
  headers: {},
  messageId: '<m.1@boats.example>',
}

const open: { close(): unknown }[] = []
const accounts = createSmtpAccounts({
  testMs: 5_000,
  allow: parseOutboundAllow('127.0.0.0/8'),
  resolve: async (name) => {
    if (name === 'nowhere.example') throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    return [{ address: name === 'private.example' ? '10.0.0.7' : '127.0.0.1', family: 4 }]
  },
})
const account = (port: number, changes: Partial<SmtpAccount> = {}): SmtpAccount => ({
  ...{ host: 'mail.example', port, security: 'none', user: USER, password: PASSWORD },
  ...changes,
})
const send = (to: SmtpAccount, recipients: string[] = [ANA], id: string | null = null) =>
  accounts.send(to, MAIL, { from: USER, recipients, id })

interface Session {
  envelope: { from: string; to: string[] }
  raw: string
  isEncrypted: boolean
}

/** Starts a mail server; by `options` it refuses what a test wants refused. */
async function mailServer(options: Partial<SMTPServerOptions> = {}): Promise<{ port: number; sessions: Session[] }> {
  const sessions: Session[] = []
  const server = new SMTPServer({
    ...certificate,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === USER && password === PASSWORD ? done(null, { user: USER }) : done(new Error('wrong password')),
    onData(stream, { envelope, secure }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom : undefined
        sessions.push({
          envelope: {
            from: from?.address ?? '',
            to: envelope.rcptTo.map(({ address }) => address),
          },
          raw: Buffer.concat(chunks).toString(),
          isEncrypted: secure,
        })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) })
  return { port: (server.server.address() as AddressInfo).port, sessions }
}

/** Starts anything else that listens. */
async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  })
  return (server.address() as AddressInfo).port
}

/** A server that answers each line by a script. */
const scripted = (answer: (line: string, socket: Socket) => string | undefined) =>
  listening(
    createServer((socket) => {
      let [rest, isData] = ['', false]
      socket.write('220 mail.example ESMTP\r\n')
      socket.on('data', (chunk) => {
        const lines = (rest + chunk).split('\r\n')
        rest = lines.pop() ?? ''
        for (const line of lines) {
          if (isData && line !== '.') continue
          isData = false
          const said = answer(line, socket)
          isData = said?.startsWith('354') ?? false
          if (said) socket.write(`${said}\r\n`)
        }
      })
    }),
  )

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
const refuse =
  (error: Error, whom?: string): NonNullable<SMTPServerOptions['onRcptTo']> =>
  ({ address }, _session, done) =>
    whom === undefined || address === whom ? done(error) : done()

const accepted = (address: string) => ({ address, status: 'accepted', code: null, message: null })

beforeAll(() => setDefaultCACertificates([...rootCertificates, certificate.cert]))
afterAll(() => setDefaultCACertificates([...rootCertificates]))
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

describe('sending by an account', () => {
  it.each([
    { security: 'tls', options: { secure: true } },
    { security: 'starttls', options: {} },
    { security: 'none', options: { hideSTARTTLS: true } },
  ] as const)('delivers with $security', async ({ security, options }) => {
    const { port, sessions } = await mailServer({ ...options })
    expect(await accounts.test(account(port, { security }), USER)).toBeNull()
    const result = await send(account(port, { security }), [ANA, 'bob@BÜCHER.example'], 'm.1@boats.example')
    expect(result).toEqual({
      recipients: [accepted(ANA), accepted('bob@BÜCHER.example')],
      ...{ serverId: null, problem: null, isTooFast: false },
    })
    expect(sessions).toHaveLength(1)
    expect(sessions[0]).toMatchObject({ isEncrypted: security !== 'none' })
    expect(sessions[0]?.envelope).toMatchObject({ from: USER, to: [ANA, 'bob@bücher.example'] })
    expect(sessions[0]?.raw).toMatch(/^Message-ID: <m\.1@boats\.example>\r$/m)
    expect(sessions[0]?.raw).toContain('\r\n.\r\nCome!')
  })

  it('asks for reports where the server sends them, by the id of the mail', async () => {
    const lines: string[] = []
    const port = await scripted((line) => {
      lines.push(line)
      if (line.startsWith('EHLO')) return '250-mail.example\r\n250-AUTH PLAIN\r\n250 DSN'
      if (line.startsWith('AUTH')) return '235 2.7.0 in'
      return line === 'DATA' ? '354 go on' : '250 2.0.0 fine'
    })
    await send(account(port), [ANA, 'bob@BÜCHER.example'], 'm.1@boats.example')
    expect(lines).toContain(`MAIL FROM:<${USER}> RET=HDRS ENVID=m.1@boats.example`)
    expect(lines).toContain(`RCPT TO:<${ANA}> NOTIFY=FAILURE,DELAY`)
    expect(lines).toContain('RCPT TO:<bob@xn--bcher-kva.example> NOTIFY=FAILURE,DELAY')
  })

  it('says for each recipient what the server said', async () => {
    const { port, sessions } = await mailServer({
      onRcptTo({ address }, _session, done) {
        if (address === BOB) return done(refusal(550, '5.1.1 no such mailbox'))
        if (address === CLEO) return done(refusal(450, '4.2.1 busy'))
        done()
      },
    })
    const result = await send(account(port), [BOB, ANA, CLEO])
    expect(result).toEqual({
      recipients: [
        { address: BOB, status: 'refused', code: '5.1.1', message: 'no such mailbox' },
        accepted(ANA),
        { address: CLEO, status: 'later', code: '4.2.1', message: 'busy' },
      ],
      ...{ serverId: null, problem: null, isTooFast: false },
    })
    expect(sessions.map(({ envelope }) => envelope.to)).toEqual([[ANA]])
  })

  it('tells refused mails, a full quota, a sender that may not send and too many mails apart', async () => {
    const outcome = async (options: Partial<SMTPServerOptions>, recipients?: string[]) => {
      const { recipients: all, problem, isTooFast } = await send(account((await mailServer(options)).port), recipients)
      return [all.map(({ status }) => status).join(), problem?.code ?? null, isTooFast]
    }
    const onData = (error: Error): Partial<SMTPServerOptions> => ({
      onData: (stream, _session, done) => stream.on('end', () => done(error)).resume(),
    })
    const onMailFrom = (error: Error): Partial<SMTPServerOptions> => ({
      onMailFrom: (_address, _session, done) => done(error),
    })
    expect(await outcome(onData(refusal(554, '5.6.0 looks like spam')))).toEqual(['refused', null, false])
    expect(await outcome(onData(refusal(451, '4.3.0 try later')))).toEqual(['later', null, false])
    expect(await outcome({ onRcptTo: refuse(refusal(451, '4.7.1 greylisted')) })).toEqual(['later', null, true])
    expect(await outcome({ onRcptTo: refuse(refusal(421, '4.3.2 too many')) })).toEqual(['later', null, true])
    expect(await outcome({ onRcptTo: refuse(refusal(552, '5.2.2 mailbox over quota')) })).toEqual([
      'refused',
      null,
      false,
    ])
    expect(await outcome(onData(refusal(550, '5.4.5 Daily user sending limit exceeded.')))).toEqual(
      ['later', 'quota_exceeded', false], // prettier-ignore
    )
    expect(await outcome(onMailFrom(refusal(553, '5.7.1 not your address')))).toEqual([
      'refused',
      'sender_refused',
      false,
    ])
    const notOwned = refusal(553, `5.7.1 <${USER}>: Sender address rejected: not owned by user x`)
    expect(await outcome({ onRcptTo: refuse(notOwned) })).toEqual(['refused', 'sender_refused', false])
    expect(await outcome(onMailFrom(refusal(530, '5.7.0 Authentication required')))).toEqual([
      'later',
      'login_failed',
      false,
    ])
  })

  it('takes a server that breaks off after the last dot for one that may take the mail later', async () => {
    let dots = 0
    const port = await scripted((line, socket) => {
      if (line === 'DATA') return '354 go on'
      if (line !== '.') return '250 fine'
      dots += 1
      socket.destroy()
      return undefined
    })
    const result = await send(account(port, { user: '' }))
    expect(result).toMatchObject({
      recipients: [{ status: 'later', code: null }],
      problem: { code: 'connection_refused' },
    })
    expect(dots).toBe(1)
  })

  it('reads the id that Amazon gives a mail', async () => {
    const id = '0100018b5c3c0a4f-9b4a3c7e-000000'
    const port = await scripted((line) => (line === 'DATA' ? '354 go on' : line === '.' ? `250 Ok ${id}` : '250 fine'))
    const host = 'email-smtp.eu-west-1.amazonaws.com'
    expect((await send(account(port, { host, user: '' }))).serverId).toBe(`${id}@eu-west-1.amazonses.com`)
  })

  it('ends with its signal', async () => {
    const port = await listening(createServer(() => {}))
    const stop = new AbortController()
    setTimeout(() => stop.abort(new Error('enough')), 100)
    const sending = accounts.send(account(port), MAIL, { from: USER, recipients: [ANA], id: null }, stop.signal)
    await expect(sending).rejects.toThrow('enough')
  })
})

describe('an account that can’t send', () => {
  const codeOf = async (of: SmtpAccount) => (await accounts.test(of, USER))?.code

  it('with a wrong password is told so, and what its provider wants', async () => {
    const { port } = await mailServer()
    const wrong = account(port, { password: 'wrong' })
    expect(await accounts.test(wrong, USER)).toEqual({
      code: 'login_failed',
      message: expect.stringMatching(/refused user and password.*535 .*wrong password/),
    })
    const google = await send({ ...wrong, host: 'smtp.gmail.com' })
    expect(google.problem?.message).toContain('app password')
    expect(google.recipients).toMatchObject([{ status: 'later' }])
    expect((await accounts.test({ ...wrong, host: 'smtp.office365.com' }, USER))?.message).toContain(
      'signing in with Microsoft',
    )
    const away = await mailServer({ onAuth: (_auth, _session, done) => done(refusal(454, '4.7.0 later')) })
    expect(await send(account(away.port))).toMatchObject({
      problem: null,
      isTooFast: true,
      recipients: [{ status: 'later' }],
    })
  })

  it('never sends a password in clear to another machine, nor beside the TLS that was asked for', async () => {
    const { port, sessions } = await mailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] })
    expect(await codeOf(account(port, { security: 'starttls' }))).toBe('no_tls')
    expect((await send(account(port, { security: 'starttls' }))).problem?.code).toBe('no_tls')
    expect(sessions).toEqual([])
    const elsewhere: GuardedSockets = {
      open: async () => Object.defineProperty(connect(port, '127.0.0.1'), 'remoteAddress', { value: '8.8.8.8' }),
    }
    const opening = (security: SmtpAccount['security'], user = USER) =>
      openSocket(account(port, { security, user }), {
        ...{ sockets: elsewhere, greetingMs: 1_000, signal: AbortSignal.timeout(2_000) },
      }).then(
        ({ connection, requireTLS }) => {
          connection.destroy()
          return requireTLS
        },
        ({ code }: SmtpFailure) => code,
      )
    expect(await opening('none')).toBe('no_tls')
    expect(await opening('if_offered')).toBe(true)
    expect(await opening('none', '')).toBe(false)
    expect(await opening('if_offered', '')).toBe(false)
  })

  it('for its sender is told so, without a mail', async () => {
    const asked: string[] = []
    const onMailFrom: SMTPServerOptions['onMailFrom'] = ({ address }, _session, done) => {
      asked.push(address)
      if (address === 'busy@boats.example') return done(refusal(451, '4.3.0 not now'))
      done(address === USER ? undefined : refusal(553, '5.7.1 not owned by user'))
    }
    const { port, sessions } = await mailServer({ onMailFrom })
    const others = await accounts.test(account(port), 'ceo@boats.example')
    expect(others).toMatchObject({ code: 'sender_refused', message: expect.stringContaining('not owned by user') })
    expect(await accounts.test(account(port), 'busy@boats.example')).toBeNull()
    expect(await accounts.test(account(port), USER)).toBeNull()
    expect(asked).toEqual(['ceo@boats.example', 'busy@boats.example', USER])
    expect(sessions).toEqual([])
  })

  it('whose certificate is another’s or nobody’s is refused', async () => {
    const { port } = await mailServer({ secure: true })
    expect(await codeOf(account(port, { security: 'tls', host: 'other.example' }))).toBe('certificate_invalid')
    const plain = await mailServer()
    expect(await codeOf(account(plain.port, { security: 'starttls', host: 'other.example' }))).toBe(
      'certificate_invalid',
    )
    setDefaultCACertificates([...rootCertificates])
    try {
      expect(await codeOf(account(port, { security: 'tls' }))).toBe('certificate_invalid')
    } finally {
      setDefaultCACertificates([...rootCertificates, certificate.cert])
    }
  })

  it('is told apart by what answers in place of a mail server', async () => {
    const gone = await listening(createServer())
    await open.pop()?.close()
    const web = createHttpServer()
    const [http, tls, closing] = await Promise.all([
      listening(web),
      mailServer({ secure: true }).then(({ port }) => port),
      listening(createServer((socket) => socket.end())),
    ])
    const plain = (await mailServer()).port
    const started = Date.now()
    const codes = await Promise.all([
      codeOf(account(gone)),
      codeOf(account(closing)),
      codeOf(account(http)),
      codeOf(account(http, { security: 'tls' })),
      codeOf(account(tls)),
      codeOf(account(plain, { security: 'tls' })),
      codeOf(account(await listening(createServer(() => {})))),
      codeOf(account(await listening(createServer(() => {})), { security: 'tls' })),
      codeOf(account(await scripted((line) => (line.startsWith('EHLO') ? '250 fine' : undefined)))),
    ])
    expect(codes).toEqual([
      ...['connection_refused', 'connection_refused', 'protocol_mismatch', 'protocol_mismatch', 'protocol_mismatch'],
      ...['protocol_mismatch', 'timed_out', 'timed_out', 'timed_out'],
    ])
    expect(Date.now() - started).toBeLessThan(6_000)
  })

  it('is kept from private addresses, other ports and names that there are not', async () => {
    expect(await codeOf(account(587, { host: 'nowhere.example' }))).toBe('host_not_found')
    expect(await codeOf(account(587, { host: 'mail.example:587' }))).toBe('host_not_found')
    expect(await codeOf(account(587, { host: 'private.example' }))).toBe('address_forbidden')
    const strict = createSmtpAccounts({ allow: [], resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
    const { port, sessions } = await mailServer()
    expect((await strict.test(account(port), USER))?.code).toBe('address_forbidden')
    expect((await strict.test(account(587, { host: '127.1' }), USER))?.code).toBe('address_forbidden')
    expect((await strict.test(account(22, { host: '8.8.8.8' }), USER))?.code).toBe('address_forbidden')
    expect(sessions).toEqual([])
    expect(await strict.test(account(port, { isOperators: true }), USER)).toBeNull()
  })
})

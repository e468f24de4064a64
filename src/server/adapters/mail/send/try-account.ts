import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SMTPConnectionAuth, SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'

/** Options of the library's transport: the login goes with them. */
type Options = SMTPConnectionOptions & { auth?: SMTPConnectionAuth & { accessToken?: string }; forceAuth?: boolean }

/** The name under which the library lets this module speak to the server in its own words, once it has logged in. */
const OWN_WORDS = 'SENDER'

/**
 * Connects, logs in and asks the server whether it lets `from` send, which `RSET` takes back: nothing is sent.
 * @throws the library's errors, or one with the server's words where it refuses the sender
 */
export async function tryAccount(options: Options, from: string): Promise<void> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  let answer = ''
  const connection = new Connection({
    ...options,
    customAuth: {
      async [OWN_WORDS]({ sendCommand, extensions }) {
        const isForeign = /[^ -~]/.test(from) && extensions.includes('SMTPUTF8')
        answer = (await sendCommand(`MAIL FROM:<${from}>${isForeign ? ' SMTPUTF8' : ''}`)).response
        if (answer.startsWith('2')) await sendCommand('RSET')
      },
    },
  })
  const broken = new Promise<never>((_, reject) => {
    connection.once('error', reject)
    connection.once('end', () => reject(new Error('Connection closed')))
  })
  try {
    await Promise.race([broken, begin(connection, options)])
    await Promise.race([broken, step((done) => connection.login({ method: OWN_WORDS }, done))])
    connection.quit()
  } catch (error) {
    connection.close()
    throw error
  }
  if (!answer.startsWith('2')) throw Object.assign(new Error(answer), { response: answer, command: 'MAIL FROM' })
}

async function begin(connection: SMTPConnection, { auth, forceAuth }: Options): Promise<void> {
  await step((done) => connection.connect(done))
  if (!auth || !(connection.allowsAuth || forceAuth)) return
  const login = auth.accessToken === undefined ? auth : await signedIn(auth)
  await step((done) => connection.login(login, done))
}

/** The login by an access token, which the library's transport makes of the same options by itself. */
async function signedIn({ user, accessToken }: NonNullable<Options['auth']>): Promise<SMTPConnectionAuth> {
  const { default: XOAuth2 } = await import('nodemailer/lib/xoauth2')
  return { user, oauth2: new XOAuth2({ user, accessToken }) }
}

/** Waits for what the library answers to a callback. */
const step = (take: (done: (error: Error | null | undefined) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => take((error) => (error ? reject(error) : resolve())))

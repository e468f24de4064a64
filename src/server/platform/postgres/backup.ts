import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readDatabaseAddress, SYSTEM, withTls } from '../../settings/database-address.ts'
import { systemCertificates } from './tls.ts'

const DUMP = 'baton.dump'

/** Parameters that libpq knows. It refuses an address with any other, which Node's driver may know. */
const OF_LIBPQ = new Set(
  'host hostaddr port dbname user passfile channel_binding connect_timeout client_encoding options application_name keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout sslmode sslcert sslkey sslpassword sslrootcert sslcrl sslsni gssencmode krbsrvname target_session_attrs'.split(
    ' ',
  ),
)

/**
 * Dumps into `baton.dump`, encrypted and verified on the way as by the server, and reads the dump through.
 * @throws Error with advice or the message of the program that failed
 */
export async function backUpPostgres(databaseUrl: string, folder: string): Promise<void> {
  const dump = join(folder, DUMP)
  await runClient('pg_dump', databaseUrl, folder, ['--format=custom', '--no-owner', `--file=${dump}`])
  await run('pg_restore', ['--file=/dev/null', dump])
}

/** Restores a dump into an empty database, all or nothing. @throws Error with advice or `pg_restore`'s message */
export async function restorePostgres(databaseUrl: string, folder: string): Promise<void> {
  const options = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error']
  await runClient('pg_restore', databaseUrl, folder, options, join(folder, DUMP))
}

/** Runs a program of PostgreSQL on a database. @param folder where a file may lie meanwhile */
async function runClient(
  program: string,
  databaseUrl: string,
  folder: string,
  options: string[],
  ...last: string[]
): Promise<void> {
  const { address, password } = withoutPassword(databaseUrl)
  const certificates = join(folder, 'authorities.pem')
  const { tls } = readDatabaseAddress(address)
  // These programs before version 16 know no word for the certificates that the system trusts.
  const isOfSystem = tls.rootCertificate === SYSTEM
  if (isOfSystem) await writeFile(certificates, systemCertificates().join('\n'))
  const name = withTls(address, isOfSystem ? { rootCertificate: certificates } : {})
  // The password is passed in the environment, because all users of a machine can see a process's parameters.
  if (password) process.env.PGPASSWORD = password
  await run(program, [...options, `--dbname=${name}`, ...last]).finally(() => rm(certificates, { force: true }))
}

async function run(program: string, parameters: string[]): Promise<void> {
  const child = spawn(program, parameters, { stdio: ['ignore', 'inherit', 'pipe'] })
  const ended = new Promise<number | null>((done, fail) => {
    child.once('error', () => fail(new Error(missing(program))))
    child.once('close', done)
  })
  const [code, said] = await Promise.all([ended, text(child.stderr)])
  if (code !== 0) throw new Error(`DATABASE_URL: ${said.trim() || `${program} ended with ${code}`}`)
}

/** The address without its password, which may stand before the host or among the parameters, and unknown parameters. */
function withoutPassword(databaseUrl: string): { address: string; password: string | undefined } {
  const [path = '', query = ''] = databaseUrl.split('?')
  const parameters = new URLSearchParams(query)
  const inPath = /^(\w+:\/\/[^/:@]*):([^/]*)@/.exec(path)
  const kept = [...parameters]
    .filter(([name]) => OF_LIBPQ.has(name))
    .map((pair) => pair.map(encodeURIComponent).join('='))
  return {
    address: `${inPath ? `${inPath[1]}@${path.slice(inPath[0].length)}` : path}?${kept.join('&')}`,
    password: parameters.get('password') ?? (inPath ? decodeURIComponent(inPath[2]!) : undefined),
  }
}

const missing = (program: string) =>
  `${program} is not installed. Install it (Debian: apt-get install postgresql-client), or dump the database where it is, ` +
  'then copy the folder "files" in DATA_DIR: in this order.'

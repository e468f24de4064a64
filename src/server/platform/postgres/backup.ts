import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readDatabaseAddress, SYSTEM, withTls } from '../../settings/database-address.ts'
import { systemCertificates } from './tls.ts'

/** Parameters that libpq knows. It refuses an address with any other, which Node's driver may know. */
const OF_LIBPQ = new Set(
  'host hostaddr port dbname user passfile channel_binding connect_timeout client_encoding options application_name keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout sslmode sslcert sslkey sslpassword sslrootcert sslcrl sslsni gssencmode krbsrvname target_session_attrs'.split(
    ' ',
  ),
)

/**
 * Dumps into `baton.dump`, encrypted and verified as by the server. @throws Error with advice or `pg_dump`'s message
 */
export async function backUpPostgres(databaseUrl: string, folder: string): Promise<void> {
  const { address, password } = withoutPassword(databaseUrl)
  const certificates = join(folder, 'authorities.pem')
  const { tls } = readDatabaseAddress(address)
  // pg_dump before version 16 knows no word for the certificates that the system trusts.
  const isOfSystem = tls.rootCertificate === SYSTEM
  if (isOfSystem) await writeFile(certificates, systemCertificates().join('\n'))
  const name = withTls(address, isOfSystem ? { rootCertificate: certificates } : {})
  // The password is passed in the environment, because all users of a machine can see a process's parameters.
  if (password) process.env.PGPASSWORD = password
  const options = ['--format=custom', '--no-owner', `--file=${join(folder, 'baton.dump')}`, `--dbname=${name}`]
  const dump = spawn('pg_dump', options, { stdio: ['ignore', 'inherit', 'pipe'] })
  const ended = new Promise<number | null>((done, fail) => {
    dump.once('error', () => fail(new Error(NO_PG_DUMP)))
    dump.once('close', done)
  })
  const [code, said] = await Promise.all([ended, text(dump.stderr)])
  await rm(certificates, { force: true })
  if (code !== 0) throw new Error(`DATABASE_URL: ${said.trim() || `pg_dump ended with ${code}`}`)
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

const NO_PG_DUMP =
  'pg_dump is not installed. Install it (Debian: apt-get install postgresql-client), or dump the database where it is, ' +
  'then copy the folder "files" in DATA_DIR: in this order.'

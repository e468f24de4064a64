import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/**
 * Dumps the database into `baton.dump` in a folder with `pg_dump`.
 * @throws Error with advice when `pg_dump` can't be started, or with the message of `pg_dump` when it fails
 */
export async function backUpPostgres(databaseUrl: string, folder: string): Promise<void> {
  const url = new URL(databaseUrl)
  if (url.password) {
    // The password is passed in the environment, because all users of a machine can see a process's parameters.
    process.env.PGPASSWORD = decodeURIComponent(url.password)
    url.password = ''
  }
  const options = ['--format=custom', '--no-owner', `--file=${join(folder, 'baton.dump')}`, `--dbname=${url.href}`]
  const dump = spawn('pg_dump', options, { stdio: ['ignore', 'inherit', 'pipe'] })
  const ended = new Promise<number | null>((done, fail) => {
    dump.once('error', () => fail(new Error(NO_PG_DUMP)))
    dump.once('close', done)
  })
  const [code, said] = await Promise.all([ended, text(dump.stderr)])
  if (code !== 0) throw new Error(`DATABASE_URL: ${said.trim() || `pg_dump ended with ${code}`}`)
}

const NO_PG_DUMP =
  'pg_dump is not installed. Install it (Debian: apt-get install postgresql-client), or dump the database where it is, ' +
  'then copy the folder "files" in DATA_DIR: in this order.'

import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { until } from '../../api/support/until.ts'

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/**
 * Cuts every connection to the database.
 * @returns the number of connections cut
 */
export async function cutConnections(url: string): Promise<number> {
  const others = 'datname = current_database() and pid <> pg_backend_pid()'
  const rows = await ask(url, `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`)
  return rows.length
}

/** Ends the server without letting it clean up, and restarts it on its files and port once `meanwhile` has ended. */
export async function crashPostgres(url: string, meanwhile: () => Promise<void>): Promise<void> {
  const [found] = await ask<{ data_directory: string }>(url, 'show data_directory')
  const folder = found!.data_directory
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const [program, ...parameters] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  const { uid, gid } = statSync(folder)
  process.kill(pid, 'SIGQUIT') // PostgreSQL's immediate shutdown: every session dies at once, without cleaning up
  await until('PostgreSQL is gone', async () => !isAlive(pid))
  await meanwhile()
  const own = process.getuid?.() === uid ? {} : { uid, gid }
  const server = spawn(program!, parameters, { ...own, cwd: folder, stdio: 'ignore', detached: true })
  server.unref()
  await until('PostgreSQL is back', () => ask(url, 'select 1').catch(() => undefined))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Stops a server that `crashPostgres` has restarted, as the process that first started it no longer controls it. */
export async function stopPostgres(url: string): Promise<void> {
  const [found] = await ask<{ data_directory: string }>(url, 'show data_directory')
  const pid = Number(readFileSync(join(found!.data_directory, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGINT')
  await until('PostgreSQL has stopped', async () => !isAlive(pid))
}

import pg from 'pg'
import { connectionOptions } from './pool.ts'

const ANSWER_MS = 10_000

const SHARED =
  'A pooler that shares connections between clients (transaction or statement mode) stands before PostgreSQL. ' +
  'Prepared statements and LISTEN need connections that last: name its port for session mode, or PostgreSQL’s own address.'
const TOO_FEW =
  'A second connection got no answer within ten seconds, and each process needs up to 22: raise the pool size of the pooler, or max_connections.'

const pidOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid

/**
 * Explains why connections by this address are no sessions; undefined if they are. In a pooler's transaction mode, a
 * server process that has answered one client answers another one next, or the client is answered by another process.
 * @throws the driver's error when the server can't be reached
 */
export async function sessionProblem(databaseUrl: string): Promise<string | undefined> {
  const clients: pg.Client[] = []
  const open = async () => {
    const client = new pg.Client({ ...connectionOptions(databaseUrl), query_timeout: ANSWER_MS })
    client.on('error', () => {}) // the next query reports it
    clients.push(client)
    await client.connect()
    return client
  }
  try {
    const one = await open()
    const first = await pidOf(one)
    const other = await open()
    await other.query('begin')
    const second = await pidOf(other)
    if (second === first || (await pidOf(one)) !== first) return SHARED
    await other.query('rollback')
    return undefined
  } catch (error) {
    const { message = '' } = error as { message?: string }
    if (/not allowed in (statement|transaction) pooling mode/.test(message)) return SHARED
    if (clients.length > 1 && /^Query read timeout|query_wait_timeout/.test(message)) return TOO_FEW
    throw error
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

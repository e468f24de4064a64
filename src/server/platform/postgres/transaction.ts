import { type DatabaseConnection, type KyselyProps, Transaction } from 'kysely'
import type pg from 'pg'
import { gatherWrites, type Write } from '../../db/gathered-writes.ts'
import type { Tables, Tx } from '../../db/tables.ts'
import { merge } from './merge-writes.ts'
import type { PreparingClient } from './preparing-client.ts'

/**
 * Runs `work` in one transaction of a connection that it has for itself, and commits.
 *
 * A transaction mostly waits for its statements to go there and back, and holds its locks meanwhile. So it sends what
 * it needs no answer to along with what comes next: its begin, and the writes gathered since.
 *
 * @param parts what a Kysely of the same database is made of
 * @throws what `work` throws, or what a statement of it failed with
 */
export async function runTransaction<T>(
  parts: KyselyProps,
  pool: pg.Pool,
  work: (tx: Tx) => Promise<T>,
): Promise<{ result: T; tx: Tx }> {
  const client = (await pool.connect()) as pg.PoolClient & PreparingClient
  let hasBegun = false
  let gathered: Write[] = []
  let failure: { error: unknown } | undefined // the first: all statements after it fail for its sake

  async function ask(sql: string, parameters: readonly unknown[] = []): Promise<pg.QueryResult> {
    try {
      return await client.query(sql, parameters as unknown[])
    } catch (error) {
      failure ??= { error }
      throw failure.error
    }
  }
  const mention = (...statement: Parameters<typeof ask>) => void ask(...statement).catch(() => {})

  const send = (sql: string, parameters?: readonly unknown[]) => {
    if (!hasBegun) mention('begin')
    hasBegun = true
    for (const write of merge(gathered)) mention(write.sql, write.parameters)
    gathered = []
    return ask(sql, parameters)
  }

  const tx = transactionOn(parts, {
    async executeQuery({ sql, parameters }) {
      const { command, rowCount, rows } = await send(sql, parameters)
      return { rows, ...(command !== 'SELECT' && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    },
    streamQuery() {
      throw new Error('Nothing is streamed within a transaction.')
    },
  })
  gatherWrites(tx, (write) => gathered.push(write))

  try {
    const result = await work(tx)
    const { command } = await send('commit')
    if (failure) throw failure.error
    if (command !== 'COMMIT') throw new Error('PostgreSQL rolled the transaction back.')
    client.release()
    return { result, tx }
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (broken) => client.release(broken),
    )
    throw failure?.error ?? error
  }
}

/** Kysely's own lets only one statement at a time through. */
function transactionOn(parts: KyselyProps, connection: DatabaseConnection): Tx {
  const executor = parts.executor.withConnectionProvider({ provideConnection: (use) => use(connection) })
  return new Transaction<Tables>({ ...parts, executor })
}

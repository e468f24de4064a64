import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { type LiveConnection, liveConnections } from './live-connections.ts'

/** SQLSTATE of "cached plan must not change result type", the error of a prepared `select *` after a migration. */
export const PLAN_IS_OLD = '0A000'

const STATEMENTS = 500 // far more than this program has; limits those whose text depends on the length of a list

let generation = 0
const names = new Map<string, string>()

/** The name of a statement, equal on every connection, so that the server's statistics of statements can be read. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= STATEMENTS) return known
  const name = `baton_${generation}_${names.size}`
  names.set(text, name)
  return name
}

function forgetNames(): void {
  generation += 1
  names.clear()
}

/**
 * A pool for Kysely that names each statement with parameters by its text. PostgreSQL parses and plans a named
 * statement once on each connection and then only runs it (node-postgres, "Prepared statements").
 *
 * @param patienceMs milliseconds to wait for a connection when the server has none left
 */
export function withNamedStatements(pool: pg.Pool, patienceMs: number): PostgresPool {
  const connect = liveConnections(pool, patienceMs)
  return {
    async connect() {
      const connection = await connect()
      const query = (text: string, values: readonly unknown[]) => runNamed(connection, text, values)
      // Without cursors, which nothing here uses.
      return { query, release: connection.release } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

async function runNamed(client: LiveConnection, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  const parameters = values as unknown[]
  const name = parameters.length > 0 ? nameOf(text) : undefined
  if (name === undefined) return client.query(text, parameters)
  try {
    return await client.query({ name, text, values: parameters })
  } catch (error) {
    if ((error as { code?: string }).code !== PLAN_IS_OLD) throw error
    forgetNames()
    // Inside a transaction, which has failed already, this query fails too, and the whole transaction is run again.
    return await client.query(text, parameters).catch(() => {
      throw error
    })
  }
}

import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { type LiveConnection, liveConnections } from './live-connections.ts'

/** SQLSTATE of "cached plan must not change result type": a `select *` after another process's migration. */
export const PLAN_IS_OLD = '0A000'

const STATEMENTS = 500 // far more than this program has; a bound for lists whose length is part of the text

let generation = 0
const names = new Map<string, string>()

/** A statement has one name on every connection, so that the server's own list of statements can be read. */
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
 * The pool as Kysely uses it, with each statement that has parameters named by its text: PostgreSQL parses and plans a
 * named statement once on each connection and from then on only runs it (node-postgres, "Prepared statements").
 *
 * @param patienceMs how long to wait for a connection where the server has none to give
 */
export function withNamedStatements(pool: pg.Pool, patienceMs: number): PostgresPool {
  const connect = liveConnections(pool, patienceMs)
  return {
    async connect() {
      const connection = await connect()
      const query = (text: string, values: readonly unknown[]) => runNamed(connection, text, values)
      return { query, release: connection.release } as unknown as PostgresPoolClient // all of it but cursors, which nothing here uses
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
    // Within a transaction, which has failed already, this fails too, and the whole transaction is run again.
    return await client.query(text, parameters).catch(() => {
      throw error
    })
  }
}

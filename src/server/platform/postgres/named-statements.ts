import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { type LiveConnection, liveConnections } from './live-connections.ts'

/** SQLSTATE of "cached plan must not change result type", the error of a prepared `select *` after a migration. */
export const PLAN_IS_OLD = '0A000'

const STATEMENTS = 500 // far more than this program has; limits those whose text depends on the length of a list

/** The names of a pool's statements, which are equal on all its connections. */
interface Names {
  of(text: string): string | undefined
  forget(): void
}

function newNames(): Names {
  let generation = 0
  const names = new Map<string, string>()
  return {
    of(text) {
      const known = names.get(text)
      if (known !== undefined || names.size >= STATEMENTS) return known
      const name = `baton_${generation}_${names.size}`
      names.set(text, name)
      return name
    },
    forget() {
      generation += 1
      names.clear()
    },
  }
}

/**
 * A pool for Kysely that gives each statement with parameters a name by its text. PostgreSQL parses a named statement
 * only once on each connection, and after a few runs can keep its plan (node-postgres, "Prepared statements").
 * @param failed called with the error of each connection and each query that fails
 */
export function withNamedStatements(pool: pg.Pool, failed: (error: unknown) => void = () => {}): PostgresPool {
  const connect = liveConnections(pool)
  const names = newNames()
  const told = (error: unknown): never => {
    failed(error)
    throw error
  }
  return {
    async connect() {
      const connection = await connect().catch(told)
      const query = (text: string, values: readonly unknown[]) => runNamed(connection, names, text, values).catch(told)
      // The type also demands cursors, which nothing here uses.
      return { query, release: connection.release } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

async function runNamed(
  client: LiveConnection,
  names: Names,
  text: string,
  values: readonly unknown[],
): Promise<pg.QueryResult> {
  const parameters = values as unknown[]
  const name = parameters.length > 0 ? names.of(text) : undefined
  if (name === undefined) return client.query(text, parameters)
  try {
    return await client.query({ name, text, values: parameters })
  } catch (error) {
    if ((error as { code?: string }).code !== PLAN_IS_OLD) throw error
    names.forget()
    // Inside a transaction, which has failed already, this query fails too, and the whole transaction is run again.
    return await client.query(text, parameters).catch(() => {
      throw error
    })
  }
}

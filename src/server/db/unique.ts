import type { Tables } from './tables.ts'

const POSTGRES_UNIQUE_VIOLATION = '23505'
const SQLITE_UNIQUE_VIOLATIONS = [2067, 1555] // codes for a unique index and for a primary key

/**
 * Whether a write failed because a row with the same unique values exists. Catch it outside the transaction, since
 * PostgreSQL refuses further queries in a failed one.
 *
 * @param on consider only the unique index on these columns of this table
 */
export function isUniqueViolation(error: unknown, on?: { table: keyof Tables; columns: readonly string[] }): boolean {
  const violated = violatedColumns(error)
  if (!violated || !on) return violated !== undefined
  const wanted = on.columns.map((column) => `${on.table}.${column}`)
  return violated.length === wanted.length && wanted.every((column) => violated.includes(column))
}

/** The columns of the violated index as `table.column`, read from the error of either driver. */
function violatedColumns(error: unknown): string[] | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errcode, table, detail } = error as Error & Record<string, unknown>
  if (code === POSTGRES_UNIQUE_VIOLATION) {
    // The detail reads "Key (agent_id, chat_user_id)=(1, 2) already exists." in the server's language.
    const columns = /\(([^)]+)\)=\(/.exec(String(detail))?.[1]?.split(', ') ?? []
    return columns.map((column) => `${table}.${column}`)
  }
  if (SQLITE_UNIQUE_VIOLATIONS.includes(Number(errcode)))
    return error.message.replace('UNIQUE constraint failed: ', '').split(', ')
  return undefined
}

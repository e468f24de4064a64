import type { Write } from '../../db/gathered-writes.ts'

interface Statement {
  sql: string
  parameters: readonly unknown[]
}

const texts = new Map<string, string>()

/**
 * As few statements as may be that do the same: rows for the same table go together, and writes to different tables.
 * The parts of one statement see nothing of each other's, in no certain order (PostgreSQL manual, "Data-Modifying
 * Statements in WITH"), so each of them has a table of its own.
 */
export function merge(writes: readonly Write[]): Statement[] {
  const groups: Map<string, Write>[] = []
  for (const write of writes) {
    const last = groups.at(-1)
    const other = last?.get(write.table)
    const joined = other && join(other, write)
    if (last && (joined || !other)) last.set(write.table, joined ?? write)
    else groups.push(new Map([[write.table, write]]))
  }
  return groups.map((group) => mergeGroup([...group.values()].map(toStatement)))
}

function join(one: Write, other: Write): Write | undefined {
  if (one.sql !== other.sql || !('rows' in one) || !('rows' in other)) return undefined
  if (other.ids.some((id) => one.ids.includes(id))) return undefined
  return { ...one, rows: [...one.rows, ...other.rows], ids: [...one.ids, ...other.ids] }
}

function toStatement(write: Write): Statement {
  return 'rows' in write ? { sql: write.sql, parameters: [`[${write.rows}]`] } : write
}

function mergeGroup(statements: readonly Statement[]): Statement {
  if (statements.length === 1) return statements[0]!
  const key = statements.map(({ sql }) => sql).join(';')
  const sql = texts.get(key) ?? mergeTexts(statements)
  texts.set(key, sql)
  return { sql, parameters: statements.flatMap(({ parameters }) => parameters) }
}

function mergeTexts(statements: readonly Statement[]): string {
  let before = 0
  const parts = statements.map((statement, number) => {
    const shift = before
    before += statement.parameters.length
    const sql = statement.sql.replaceAll(/\$(\d+)/g, (_, index) => `$${Number(index) + shift}`)
    return `write_${number} as (${sql})`
  })
  return `with ${parts.join(', ')} select`
}

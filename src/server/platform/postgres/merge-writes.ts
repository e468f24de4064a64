import type { Write } from '../../db/gathered-writes.ts'

type Statement = Pick<Write, 'sql' | 'parameters'>

const texts = new Map<string, string>()

/**
 * As few statements as may be that do the same. Those of one statement see nothing of each other's, in no certain order
 * (PostgreSQL manual, "Data-Modifying Statements in WITH"), so each of them has a table of its own.
 */
export function merge(writes: readonly Write[]): Statement[] {
  const groups: Write[][] = []
  for (const write of writes) {
    const last = groups.at(-1)
    if (last && !last.some((other) => other.table === write.table)) last.push(write)
    else groups.push([write])
  }
  return groups.map(mergeGroup)
}

function mergeGroup(writes: readonly Write[]): Statement {
  if (writes.length === 1) return writes[0]!
  const key = writes.map((write) => write.sql).join(';')
  const sql = texts.get(key) ?? mergeTexts(writes)
  texts.set(key, sql)
  return { sql, parameters: writes.flatMap((write) => write.parameters) }
}

function mergeTexts(writes: readonly Write[]): string {
  let before = 0
  const parts = writes.map((write, number) => {
    const shift = before
    before += write.parameters.length
    const sql = write.sql.replaceAll(/\$(\d+)/g, (_, index) => `$${Number(index) + shift}`)
    return `write_${number} as (${sql})`
  })
  return `with ${parts.join(', ')} select`
}

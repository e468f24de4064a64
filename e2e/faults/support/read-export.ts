import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Reads the rows of an exported file: each as text, with its columns in order, under the name of its table. */
export function readExport(file: string): Record<string, string[]> {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  const tables: Record<string, string[]> = {}
  for (const line of lines) {
    const value: unknown = JSON.parse(line)
    if (!Array.isArray(value)) continue // the first and the last line
    const [table, row] = value as [string, Record<string, unknown>]
    tables[table] ??= []
    tables[table].push(JSON.stringify(row, Object.keys(row).sort().concat('$bytes')))
  }
  for (const rows of Object.values(tables)) rows.sort()
  return tables
}

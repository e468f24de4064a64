import { DatabaseSync } from 'node:sqlite'

/** `quick` reads the whole file once; `full` also compares every index with its table, in about five times as long. */
export type Depth = 'none' | 'quick' | 'full'

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
const PRIMARY_CODE = 0xff // the higher bytes of an error code only add detail

/** Damage in SQLite's words; undefined if the file is sound or `depth` is `none`. @throws the driver's error */
export function damageOf(path: string, depth: Depth, options: { readOnly: boolean }): string | undefined {
  if (depth === 'none') return undefined
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { ...options, timeout: 5_000 })
    const [first] = database.prepare(`pragma ${depth === 'quick' ? 'quick_check' : 'integrity_check'}(1)`).all()
    const said = String(Object.values(first ?? {})[0])
    return said === 'ok' ? undefined : said.replaceAll(/\s+/g, ' ')
  } catch (error) {
    const code = ((error as { errcode?: number }).errcode ?? 0) & PRIMARY_CODE
    if (code === SQLITE_CORRUPT || code === SQLITE_NOTADB) return (error as Error).message
    throw error
  } finally {
    database?.close()
  }
}

export const MEND_DAMAGE =
  'It may have been copied while a server wrote to it. Put a backup made with "npm run backup" in its place, or what "sqlite3 baton.db .recover" can save.'

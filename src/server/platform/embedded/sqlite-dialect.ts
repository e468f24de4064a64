import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Dialect, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'

const CACHE_KIB = 8_192 // for each connection; the operating system caches the file as well
// Far more than this program has; a bound in case a query's text depends on the length of a list.
const CACHED_STATEMENTS = 500

/** Kysely's SQLite dialect over Node's own driver. */
export function nodeSqliteDialect(path: string, options: { readOnly: boolean }): Dialect {
  const dialect = new SqliteDialect({ database: async () => open(path, options.readOnly) })
  return {
    createDriver: () => dialect.createDriver(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createAdapter: () => new TransactionalSqliteAdapter(),
  }
}

/**
 * Kysely assumes that SQLite can't roll back schema changes, but it can. With transactions, a migration that is cut off
 * leaves nothing behind.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

function open(path: string, readOnly: boolean): SqliteDatabase {
  const database = new DatabaseSync(path, { readOnly, timeout: 5000, enableForeignKeyConstraints: true })
  database.exec(`pragma cache_size = -${CACHE_KIB}; pragma temp_store = memory;`)
  if (!readOnly) database.exec('pragma journal_mode = wal; pragma synchronous = full;')
  const cache = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const cached = cache.get(sql)
      if (cached) return cached
      // A transaction that writes takes the write lock at once. A transaction that first read and then wanted the lock
      // could be refused.
      const statement = adapt(database.prepare(sql === 'begin' && !readOnly ? 'begin immediate' : sql))
      if (sql === 'rollback') {
        // A commit that fails because the disk is full has already rolled back; trying it again would hide the reason.
        const { run } = statement
        statement.run = (parameters) => (database.isTransaction ? run(parameters) : { changes: 0, lastInsertRowid: 0 })
      }
      if (cache.size >= CACHED_STATEMENTS) cache.delete(cache.keys().next().value ?? '')
      cache.set(sql, statement)
      return statement
    },
  }
}

/**
 * Reads rows as arrays and names their values here: objects made by the driver take twice as long to make and to read.
 */
function adapt(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
  let names = statement.columns().map((column) => column.name)
  statement.setReturnArrays(true)
  const toRow = (row: unknown): Record<string, unknown> => {
    const cells = row as unknown[]
    // A statement with `*` gives other columns after a migration.
    if (cells.length !== names.length) names = statement.columns().map((column) => column.name)
    const named: Record<string, unknown> = {}
    for (let column = 0; column < names.length; column += 1) named[names[column]!] = cells[column]
    return named
  }
  return {
    reader: names.length > 0,
    all: (parameters) => statement.all(...values(parameters)).map(toRow),
    run: (parameters) => statement.run(...values(parameters)),
    *iterate(parameters) {
      for (const row of statement.iterate(...values(parameters))) yield toRow(row)
    },
  }
}

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'

// For each connection. The operating system caches the file too, so twice as much made no list of the API faster.
const CACHE_KIB = 4_096
// Far more statements than this program has. The limit matters only if a query's text depends on the length of a list.
const CACHED_STATEMENTS = 500

/** Kysely's SQLite dialect with Node's built-in driver, `node:sqlite`. */
export function nodeSqliteDialect(path: string, options: { readOnly: boolean }): Dialect {
  const config = { database: async () => open(path, options.readOnly) }
  const dialect = new SqliteDialect(config)
  return {
    createDriver: () => new QueuingSqliteDriver(config),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createAdapter: () => new NodeSqliteAdapter(),
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  /** Kysely assumes the opposite, but SQLite rolls back schema changes: an interrupted migration leaves nothing. */
  override get supportsTransactionalDdl() {
    return true
  }

  /** Untrue, but keeps Kysely from locking the only connection itself, as the driver below has a queue for it. */
  override get supportsMultipleConnections() {
    return true
  }
}

/**
 * Lends its only connection in order. Kysely's own lock wakes all who wait each time, so that n queries take n² turns:
 * with it, the streams of ten thousand visitors kept the process busy for seconds.
 */
class QueuingSqliteDriver extends SqliteDriver {
  #lastReturned: Promise<void> = Promise.resolve()
  #giveBack = () => {}

  override async acquireConnection(): Promise<DatabaseConnection> {
    const free = this.#lastReturned
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lastReturned = promise
    await free
    this.#giveBack = resolve
    return super.acquireConnection()
  }

  override async releaseConnection(): Promise<void> {
    this.#giveBack()
  }
}

function open(path: string, readOnly: boolean): SqliteDatabase {
  const database = new DatabaseSync(path, { readOnly, timeout: 5000, enableForeignKeyConstraints: true })
  database.exec(`pragma cache_size = -${CACHE_KIB}; pragma temp_store = memory;`)
  // With `secure_delete`, SQLite overwrites what is deleted with zeros, so that erased visitors are gone from the file.
  if (!readOnly) database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;')
  const cache = new Map<string, SqliteStatement>()
  return {
    close: () => database.close(),
    prepare(sql) {
      const cached = cache.get(sql)
      if (cached) return cached
      // Write transactions take the write lock at once. One that first reads and then needs the lock could be refused.
      const statement = adapt(database.prepare(sql === 'begin' && !readOnly ? 'begin immediate' : sql))
      if (sql === 'rollback') {
        // A commit that failed on a full disk has already rolled back; a second rollback would hide the reason.
        const { run } = statement
        statement.run = (parameters) => (database.isTransaction ? run(parameters) : { changes: 0, lastInsertRowid: 0 })
      }
      if (cache.size >= CACHED_STATEMENTS) cache.delete(cache.keys().next().value ?? '')
      cache.set(sql, statement)
      return statement
    },
  }
}

/** Adapts a statement to Kysely. Rows are read as arrays, because the driver's own objects take twice as long. */
function adapt(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
  let names = statement.columns().map((column) => column.name)
  statement.setReturnArrays(true)
  const toRow = (row: unknown): Record<string, unknown> => {
    const cells = row as unknown[]
    // The columns of `select *` change with a migration.
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

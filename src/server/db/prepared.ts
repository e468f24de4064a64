import type { Compilable, CompiledQuery } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import type { Db, Tx } from './tables.ts'

/** Marks the place of a parameter while a query is built. */
class Placeholder {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/**
 * A value that becomes part of the SQL text instead of a parameter: a table's name, or a limit, as PostgreSQL plans a
 * query anew each time if its limit is a parameter.
 */
export class Fixed<Value extends number | string = number> {
  readonly value: Value
  constructor(value: Value) {
    this.value = value
  }
}

/**
 * A query that is built once per kind of database and run with other values. Use it for frequent queries: building one
 * takes several times as long as running it on SQLite. `build` gets placeholders instead of texts, numbers and nulls
 * (also within objects and arrays). It can decide only by booleans, `undefined`, `Fixed` values, keys of objects and
 * lengths of arrays: each combination is built once.
 */
export function prepared<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const compile = preparing(build)
  return async (db, ...values) => (await db.executeQuery(compile(db, values))).rows
}

function preparing<Values extends readonly unknown[], Row>(build: (db: Db, ...values: Values) => Compilable<Row>) {
  const known = { postgres: new Map<string, CompiledQuery<Row>>(), sqlite: new Map<string, CompiledQuery<Row>>() }
  return (db: Db, values: Values): CompiledQuery<Row> => {
    const queries = hasRowLocks(db) ? known.postgres : known.sqlite
    const given: unknown[] = []
    const shape = flatten(values, given)
    let query = queries.get(shape)
    if (!query) {
      query = build(db, ...(replace(values, { next: 0 }) as Values)).compile()
      queries.set(shape, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Placeholder ? given[value.index] : value))
    return { ...query, parameters }
  }
}

/** Like `prepared`, for queries that find at most one row. */
export function preparedOne<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row | undefined> {
  const run = prepared(build)
  return async (db, ...values) => (await run(db, ...values))[0]
}

/** Like `prepared`, for writes that return nothing. */
export function preparedWrite<Values extends readonly unknown[]>(
  build: (tx: Db, ...values: Values) => Compilable<unknown>,
): (tx: Tx, ...values: Values) => Promise<void> {
  const compile = preparing(build)
  return async (tx, ...values) => {
    await tx.executeQuery(compile(tx, values))
  }
}

/** Collects the values that become parameters, and returns a text that describes the rest: the shape of the query. */
function flatten(value: unknown, given: unknown[]): string {
  if (value === undefined) return 'u'
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (value instanceof Fixed) return `=${value.value};`
  if (Array.isArray(value)) return `[${value.map((entry) => flatten(entry, given)).join('')}]`
  if (isPlain(value)) {
    let shape = '{'
    for (const key in value) shape += `${key}:${flatten(value[key], given)}`
    return `${shape}}`
  }
  given.push(value)
  return '?'
}

/** Replaces the values that become parameters by placeholders, in the order in which `flatten` collects them. */
function replace(value: unknown, counter: { next: number }): unknown {
  if (value === undefined || typeof value === 'boolean' || value instanceof Fixed) return value
  if (Array.isArray(value)) return value.map((entry) => replace(entry, counter))
  if (isPlain(value))
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, replace(entry, counter)]))
  return new Placeholder(counter.next++)
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
}

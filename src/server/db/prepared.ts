import type { Compilable, CompiledQuery } from 'kysely'
import { hasRowLocks } from './dialect.ts'
import { remembered } from './remembered-reads.ts'
import { singleFlight } from './single-flight.ts'
import type { Db, Tx } from './tables.ts'

/** Stands in a query for a value that comes with each call. */
class Placeholder {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

/**
 * A value that is to be part of the query's text: the name of a table, or a limit, as PostgreSQL plans one that it does
 * not know anew each time.
 */
export class Fixed<Value extends number | string = number> {
  readonly value: Value
  constructor(value: Value) {
    this.value = value
  }
}

/**
 * A query that is built and compiled once for each database, and then only run with other values: building one takes
 * several times as long as SQLite takes to answer it. For what every request asks.
 *
 * `build` is given placeholders instead of texts, numbers and nulls, alone or in objects and arrays, so it can't decide
 * by them. It can by booleans, by what is undefined, by `Fixed` values and by how long an array is: each combination is
 * built once.
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

/** Builds a query of at most one row, as `prepared` does. */
export function preparedOne<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row | undefined> {
  const run = prepared(build)
  return async (db, ...values) => (await run(db, ...values))[0]
}

let sharedQueries = 0

/**
 * Builds a query of at most one row that many requests ask at the same time. On PostgreSQL those share one asking
 * (single-flight); on SQLite an answer is good until something is written. No answer is older than its question. The row
 * is everybody's: it must not be changed.
 */
export function sharedOne<Values extends readonly (string | number)[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row | undefined> {
  const run = preparedOne(build)
  const name = `${sharedQueries++}`
  const shares = new WeakMap<Db, ReturnType<typeof singleFlight>>()
  return async (db, ...values) => {
    if (db.isTransaction) return run(db, ...values)
    if (!hasRowLocks(db)) return remembered(db, [name, ...values].join(' '), () => run(db, ...values))
    const share = shares.get(db) ?? singleFlight()
    shares.set(db, share)
    return (await share(values.join(' '), () => run(db, ...values))).result
  }
}

/** Builds a write whose outcome is only that it was done, as `prepared` does. */
export function preparedWrite<Values extends readonly unknown[]>(
  build: (tx: Db, ...values: Values) => Compilable<unknown>,
): (tx: Tx, ...values: Values) => Promise<void> {
  const compile = preparing(build)
  return async (tx, ...values) => {
    await tx.executeQuery(compile(tx, values))
  }
}

/** Gathers the values that placeholders stand for; what is left is the shape. */
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

/** Puts placeholders in, in the same order. */
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

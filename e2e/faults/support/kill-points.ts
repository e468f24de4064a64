/**
 * Loaded into the product with `--import`: kills the process at an exact point of a transaction, which nobody could hit
 * from outside. The product's own code is unchanged.
 */
import { createRequire } from 'node:module'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import type pg from 'pg'
import type { Product } from '../../tools/product.ts'

/**
 * Where to kill: `before` or `after` the commit of the first transaction with a matching statement, or `at` the
 * statement.
 */
export interface KillPoint {
  when: 'before' | 'after' | 'at'
  /** Source of a regular expression that the SQL must match. */
  statement: string
  /** How many commits of such transactions to let pass first; none by default. Of no effect with `at`. */
  skipped?: number
  /** Whether the kill point is active from the start, or only after the signal SIGUSR2. */
  isSet: boolean
}

const SET = 'The kill point is set'

/** Environment variables for a process that is to be killed at a point. */
export function killEnvironment(point: KillPoint): Record<string, string> {
  return {
    NODE_OPTIONS: `--import ${pathToFileURL(import.meta.filename).href}`,
    KILL_POINT: JSON.stringify(point),
  }
}

/** Activates the kill point of a running process. */
export async function setKillPoint(product: Product): Promise<void> {
  product.process.kill('SIGUSR2')
  while (!product.output().includes(SET)) await new Promise((done) => setTimeout(done, 5))
}

/**
 * Waits until a process has died at its kill point.
 * @param what the point, in words
 * @param death how the process ended
 * @throws Error if it lives on for half a minute, or ended in another way
 */
export async function diesByKill(what: string, death: Promise<{ signal: NodeJS.Signals | null }>): Promise<void> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`It did not die ${what}.`)), 30_000).unref(),
  )
  const { signal } = await Promise.race([death, late])
  if (signal !== 'SIGKILL') throw new Error(`It ended with ${signal}, and not ${what}.`)
}

const given = process.env.KILL_POINT
if (given && isMainThread) watch(JSON.parse(given))

function watch({ when, statement, skipped = 0, isSet }: KillPoint): void {
  let left = skipped
  const wanted = new RegExp(statement, 'i')
  let isArmed = isSet
  process.on('SIGUSR2', () => {
    isArmed = true
    process.stderr.write(`${SET}\n`)
  })
  const die = () => process.kill(process.pid, 'SIGKILL')
  const inTransaction = new WeakMap<object, boolean>()

  /** Must be called before a statement runs; returns a function to call after it, if any. */
  const observe = (connection: object, sql: string): (() => void) | undefined => {
    if (/^begin/i.test(sql)) inTransaction.set(connection, false)
    if (isArmed && wanted.test(sql)) {
      if (when === 'at') die()
      inTransaction.set(connection, true)
    }
    if (!/^commit/i.test(sql) || !inTransaction.get(connection)) return undefined
    if (left-- > 0) return undefined
    if (when === 'before') die()
    return die
  }
  if (process.env.DATABASE_URL) watchPostgres(observe)
  else watchSqlite(observe)
}

type Observe = (connection: object, sql: string) => (() => void) | undefined

function watchSqlite(observe: Observe): void {
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (sql: string, ...rest): StatementSync {
    const statement = prepare.call(this, sql, ...rest)
    for (const name of ['run', 'all', 'iterate'] as const) {
      const original = statement[name].bind(statement) as (...values: unknown[]) => unknown
      Object.assign(statement, {
        [name]: (...values: unknown[]) => {
          const after = observe(this, sql)
          const result = original(...values)
          after?.()
          return result
        },
      })
    }
    return statement
  }
}

type Callback = (...answer: unknown[]) => void

function watchPostgres(observe: Observe): void {
  const { Client } = createRequire(import.meta.url)('pg') as typeof pg
  const query = Client.prototype.query as (...parameters: unknown[]) => unknown
  Client.prototype.query = function (this: object, ...parameters: unknown[]) {
    const [first] = parameters
    const asked = typeof first === 'string' ? { text: first } : (first as { text?: string; callback?: Callback })
    const after = observe(this, asked.text ?? '')
    const { callback } = asked
    if (after && callback)
      asked.callback = (...answer) => {
        after()
        callback(...answer)
      }
    const result = query.apply(this, parameters)
    return after && result instanceof Promise ? result.finally(after) : result
  } as never
}

import pg from 'pg'
import { PreparedQuery } from './prepared-query.ts'

/** SQLSTATE of "cached plan must not change result type": a `select *` after another process's migration. */
export const PLAN_IS_OLD = '0A000'

const STATEMENTS = 500 // far more than this program has; a bound for lists whose length is part of the text

let generation = 0
const names = new Map<string, string>()

/** The same on every connection, so that the server's own list of statements can be read. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= STATEMENTS) return known
  const name = `baton_${generation}_${names.size}`
  names.set(text, name)
  return name
}

function forgetNames(): void {
  generation += 1
  names.clear()
}

type Asked = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

/**
 * A connection that has PostgreSQL parse and plan each query with parameters once, and from then on only run it: that
 * is half of what a short query costs there.
 */
export class PreparingClient extends pg.Client {
  #isCorked = false

  // The driver's own method has many forms. Kysely asks in one, and the pool's other users in forms that pass through.
  override query = ((...given: Parameters<pg.Client['query']>) => {
    this.#cork()
    const [text, values, ...more] = given as unknown as [unknown, unknown, ...unknown[]]
    if (typeof text !== 'string' || !Array.isArray(values) || more.length > 0) return super.query(...given)
    return this.#run(text, values)
  }) as unknown as pg.Client['query']

  /** What is asked in one turn of the event loop goes out in one piece: each costs more than what is in it. */
  #cork(): void {
    if (this.#isCorked) return
    const { stream } = this.connection
    this.#isCorked = true
    stream.cork()
    setImmediate(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  #run: Asked = async (text, values) => {
    const name = nameOf(text)
    const ask = super.query as Asked
    if (name === undefined) return ask.call(this, text, values)
    try {
      return await new Promise((resolve, reject) => {
        const config = { name, text, values: values as unknown[] }
        const done = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result))
        super.query(new PreparedQuery(config, undefined, done) as unknown as pg.Query)
      })
    } catch (error) {
      if ((error as { code?: string }).code !== PLAN_IS_OLD) throw error
      forgetNames()
      // In a transaction this fails too, and the transaction is run again.
      return await ask.call(this, text, values).catch(() => {
        throw error
      })
    }
  }
}

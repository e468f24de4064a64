import type { TestProject } from 'vitest/node'
import { reportMissingPostgres, startPostgres } from '../../tools/postgres.ts'
import { type Product, removeData, startProduct } from '../../tools/product.ts'

/** A running product shared by all tests; each test signs up its own organization. */
export interface SharedProduct {
  database: 'SQLite' | 'PostgreSQL'
  url: string
  dataDir: string
  databaseUrl?: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    products: SharedProduct[]
  }
}

export const NO_RATE_LIMITS = '{"read":100000000,"write":100000000,"training":100000000,"polling":100000000}'
export const CORS_ORIGIN = 'https://shop.example'
/** A plan with quotas so small that a test can use them up. */
export const SMALL_PLAN = { text_characters: 1_000, urls: 3, document_bytes: 1_000, message_credits: 1, crawl_links: 2 }

const environment = {
  RATE_LIMITS: NO_RATE_LIMITS,
  SIGN_UP: 'open',
  CORS_ORIGINS: CORS_ORIGIN,
  PLAN_QUOTAS: JSON.stringify({ promotional: SMALL_PLAN }),
  OUTBOUND_ALLOW: '127.0.0.1/32', // the tests' own websites and receivers listen on loopback
}

/** Global setup of Vitest: starts the product once on each database for all test files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  if (!postgres) reportMissingPostgres()
  const embedded = await startProduct({ env: environment })
  const shared =
    postgres && (await startShared(postgres.url).catch((error) => embedded.kill().then(() => Promise.reject(error))))
  const products: SharedProduct[] = [{ database: 'SQLite', url: embedded.url, dataDir: embedded.dataDir }]
  if (postgres && shared)
    products.push({ database: 'PostgreSQL', url: shared.url, dataDir: shared.dataDir, databaseUrl: postgres.url })
  project.provide('products', products)
  return async () => {
    for (const product of [embedded, shared]) if (product) await end(product)
    await postgres?.stop()
  }
}

const startShared = (databaseUrl: string) => startProduct({ env: { ...environment, DATABASE_URL: databaseUrl } })

/** Stops the product and fails when it does not exit cleanly or has logged an error. */
async function end(product: Product): Promise<void> {
  const code = await product.stop()
  const output = product.output()
  removeData(product)
  if (code !== 0) throw new Error(`The product ended with ${code}:\n${output}`)
  if (/"level":(50|60)/.test(output)) throw new Error(`The product logged errors:\n${output}`)
}

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { SharedProduct } from './start-products.ts'

/** Moves a key's expiry into the past, in the database; even the shortest lifetime, a day, is too long to wait for. */
export async function expireKey(product: SharedProduct, id: string): Promise<void> {
  const past = Date.now() - 1_000
  if (product.databaseUrl) {
    const client = new pg.Client({ connectionString: product.databaseUrl })
    await client.connect()
    await client.query('update api_keys set expires_at = $1 where id = $2', [past, id])
    await client.end()
    return
  }
  const database = new DatabaseSync(join(product.dataDir, 'baton.db'), { timeout: 5_000 })
  database.prepare('update api_keys set expires_at = ? where id = ?').run(past, id)
  database.close()
}

/** Creates an empty database beside the shared one, for processes that need their own configuration. */
export async function newDatabase(databaseUrl: string): Promise<string> {
  const name = `baton_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

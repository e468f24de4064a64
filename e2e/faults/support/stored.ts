import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Installation } from './installation.ts'

type Place = Pick<Installation, 'databaseUrl' | 'dataDir'>

/** Reads rows from an installation's database itself, beside its processes. */
export async function storedRows<Row>({ databaseUrl, dataDir }: Place, query: string): Promise<Row[]> {
  if (databaseUrl) return (await inPostgres(databaseUrl, query)) as Row[]
  const database = new DatabaseSync(join(dataDir, 'baton.db'), { readOnly: true, timeout: 5_000 })
  try {
    return database.prepare(query).all() as Row[]
  } finally {
    database.close()
  }
}

/** Changes an installation's database while none of its processes runs. */
export async function changeStored({ databaseUrl, dataDir }: Place, statement: string): Promise<void> {
  if (databaseUrl) return void (await inPostgres(databaseUrl, statement))
  const database = new DatabaseSync(join(dataDir, 'baton.db'))
  try {
    database.exec(statement)
  } finally {
    database.close()
  }
}

async function inPostgres(databaseUrl: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { isRefusal } from '../../db/refusal.ts'
import type { Queryable } from '../../db/short-queries.ts'

const PATIENCE_MS = 500 // without any answer: the connection may be dead, or something slow is ahead

/**
 * One connection for all queries that take no time: what is asked in one turn of the event loop goes to the server
 * together, and comes back together, where each by itself would wake the server and this process once more.
 *
 * @param create a connection that doesn't wait for one answer before it sends the next query
 * @param other who is asked while the connection can't be had or doesn't answer
 */
export function openQueryLane(create: () => pg.Client, other: Queryable): Queryable & { close(): Promise<void> } {
  let lane: Promise<pg.Client> | undefined
  let asked = 0
  let answeredAt = 0

  function open(): Promise<pg.Client> {
    const client = create()
    const opened = client.connect().then(() => client)
    const lose = () => {
      if (lane === opened) lane = undefined
    }
    client.on('error', lose)
    client.on('end', lose)
    opened.catch(lose)
    return opened
  }

  async function ask<Row>(query: CompiledQuery<Row>): Promise<{ rows: Row[] }> {
    if (asked === 0) answeredAt = performance.now()
    asked += 1
    try {
      lane ??= open()
      const client = await lane
      return await client.query<Row & pg.QueryResultRow>(query.sql, query.parameters as unknown[])
    } catch (error) {
      if (isRefusal(error)) throw error
      return await other.executeQuery(query)
    } finally {
      asked -= 1
      answeredAt = performance.now()
    }
  }

  return {
    executeQuery: (query) =>
      asked > 0 && performance.now() - answeredAt > PATIENCE_MS ? other.executeQuery(query) : ask(query),
    async close() {
      await lane?.then((client) => client.end()).catch(() => {})
    },
  }
}

import { sql } from 'kysely'
import { clock } from '../../db/dialect.ts'
import { newId } from '../../db/ids.ts'
import type { Db } from '../../db/tables.ts'
import type { Log } from '../log.ts'
import type { RateLimits } from '../platform.ts'
import { once } from '../rate-limit.ts'

const KEPT_MS = 60_000 // milliseconds after which a place is free if its process has not renewed it
const RENEW_EVERY_MS = 20_000
const TRIES = 5

interface Place {
  key: string
  place: number
}

/**
 * Keeps the places that all processes share. Each place that is taken is a row, numbered from 1 to its key's limit. The
 * process that holds a place renews its row; a row that is not renewed in time is free. All times are those of the
 * database server.
 */
export function createHolds(db: Db, log: Log): Pick<RateLimits, 'hold'> & { clean(): void; close(): Promise<void> } {
  const holder = newId()
  const now = clock(db)
  // Another statement may have begun later than this one and committed before it, so a place may expire a little later
  // than one taken now. If it expires much later, the server's clock was set back, and the place counts as free.
  const isFree = sql`(held.expires_at <= ${now} or held.expires_at > ${now} + ${2 * KEPT_MS}::bigint)`
  /** The places of this process. `holds` exceeds 1 if a place expired and this same process has taken it once more. */
  const held = new Map<string, Place & { holds: number }>()
  let changing: Promise<unknown> = Promise.resolve()

  /**
   * Changes this process's rows, one statement after the other: two at once could lock rows in different orders and
   * wait for each other. Errors are only logged, with `what` as their message.
   */
  function change(
    places: readonly Place[],
    what: string,
    statement: (rows: ReturnType<typeof rowsOf>) => Promise<unknown>,
  ) {
    if (places.length === 0) return
    changing = changing
      .then(() => statement(rowsOf(places)))
      .catch((error) => log.warn({ err: error }, `${what}; they are free within a minute`))
  }

  const rowsOf = (places: readonly Place[]) =>
    sql`unnest(${places.map(({ key }) => key)}::text[], ${places.map(({ place }) => place)}::int[])`

  // Rows that are gone are inserted again, because a crash of the database server empties the table.
  const renewing = setInterval(() => {
    change([...held.values()], 'Places could not be kept', (rows) =>
      sql`insert into held_places as held (key, place, holder, expires_at)
        select key, place, ${holder}, ${now} + ${KEPT_MS}::bigint from ${rows} as own (key, place) order by key, place
        on conflict (key, place) do update set expires_at = excluded.expires_at where held.holder = excluded.holder`.execute(
        db,
      ),
    )
  }, RENEW_EVERY_MS).unref()

  /** Takes a free place and returns its number; null if `wasFree` is false or another process was faster. */
  async function take(key: string, limit: number): Promise<{ place: number | null; wasFree: boolean }> {
    const query = sql<{ place: number | null; wasFree: boolean }>`
      with free as (
        select place from generate_series(1, ${limit}::int) as place
        where not exists (
          select from held_places as held where held.key = ${key} and held.place = place.place and not ${isFree})
        order by random() limit 1
      ), taken as (
        insert into held_places as held (key, place, holder, expires_at)
        select ${key}, place, ${holder}, ${now} + ${KEPT_MS}::bigint from free
        on conflict (key, place) do update set holder = excluded.holder, expires_at = excluded.expires_at where ${isFree}
        returning place
      )
      select (select place from taken), exists (select from free) as "wasFree"`
    return (await query.execute(db)).rows[0]!
  }

  function giveBack(own: Place): void {
    change([own], 'Places could not be given back', (rows) =>
      sql`delete from held_places where holder = ${holder} and (key, place) in (select * from ${rows})`.execute(db),
    )
  }

  return {
    async hold(key, limit) {
      for (let attempt = 0; attempt < TRIES; attempt += 1) {
        const { place, wasFree } = await take(key, limit)
        if (!wasFree) return undefined
        if (place === null) continue // another process took it at the same moment
        const name = nameOf({ key, place })
        const own = held.get(name) ?? { key, place, holds: 0 }
        own.holds += 1
        held.set(name, own)
        return once(() => {
          own.holds -= 1
          if (own.holds > 0) return
          held.delete(name)
          giveBack(own)
        })
      }
      return undefined
    },
    /** Deletes the places that were not renewed in time, as those of processes that have died. */
    clean() {
      sql`delete from held_places as held where ${isFree}`
        .execute(db)
        .catch((error) => log.warn({ err: error }, 'Places of dead processes could not be removed'))
    },
    async close() {
      clearInterval(renewing)
      await changing
      await sql`delete from held_places where holder = ${holder}`
        .execute(db)
        .catch((error) => log.warn({ err: error }, 'Places could not be given back; they are free within a minute'))
    },
  }
}

const nameOf = ({ key, place }: Place): string => `${place} ${key}`

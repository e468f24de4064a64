import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { databases } from '../testing/database.ts'
import { insertOrganization } from '../testing/sample-rows.ts'
import { organizationEventMark } from './event-mark.ts'
import type { Tx } from './tables.ts'
import { lastEventSequence, readEventsAfter } from './visible-events.ts'

const emit = async (tx: Tx, organizationId: string, payload: string) => {
  const event = { organization_id: organizationId, type: 'agent.created' as const, payload, created_at: 1 }
  const stored = tx.insertInto('events').values(event).returning('sequence')
  return (await stored.executeTakeFirstOrThrow()).sequence
}

describe.each(databases())('events on $name', ({ create }) => {
  let platform: Platform
  let organizationId: string
  beforeAll(async () => {
    platform = await create()
  })
  beforeEach(async () => {
    organizationId = await platform.database.transaction(insertOrganization)
  })
  afterAll(() => platform.close())

  /** Reads the events from `sequence` on once all of them are settled, for which older transactions must have ended. */
  const settled = async (sequence: number, limit = 100) => {
    for (;;) {
      const events = await readEventsAfter(platform.database.read, organizationId, sequence, limit)
      if (events.every(({ isSettled }) => isSettled)) return events
    }
  }

  it('are read in order, in pages, of one organization only', async () => {
    const { transaction, read } = platform.database
    expect(await lastEventSequence(read, organizationId)).toBe(0)
    const other = await transaction(insertOrganization)
    for (const payload of ['a', 'b', 'c'])
      await transaction(async (tx) => {
        await emit(tx, organizationId, payload)
        await emit(tx, other, 'elsewhere')
      })
    const first = await settled(0, 2)
    expect(first.map((event) => event.payload)).toEqual(['a', 'b'])
    const rest = await settled(first[1]!.sequence)
    const event = { type: 'agent.created', payload: 'c', created_at: 1 }
    expect(rest).toEqual([{ ...event, sequence: expect.any(Number), isSettled: true }])
    expect(await settled(rest[0]!.sequence)).toEqual([])
    expect(await lastEventSequence(read, organizationId)).toBe(rest[0]!.sequence)
  })

  it('begin with what is kept when the last one read is gone', async () => {
    const { transaction } = platform.database
    const gone = await transaction((tx) => emit(tx, organizationId, 'gone'))
    await transaction((tx) => emit(tx, organizationId, 'kept'))
    await transaction((tx) => tx.deleteFrom('events').where('sequence', '=', gone).execute())
    expect((await settled(gone)).map((event) => event.payload)).toEqual(['kept'])
  })

  it('make what they tell of new', async () => {
    const { transaction, read } = platform.database
    const last = await transaction((tx) => emit(tx, organizationId, 'agent'))
    // On PostgreSQL the mark counts events apart until every older transaction of the server has ended.
    const isMarkOf = (sequence: number) =>
      expect.poll(() => organizationEventMark(read, organizationId)).toMatch(new RegExp(`^${sequence}( 0)?$`))
    await isMarkOf(last)
    await isMarkOf(await transaction((tx) => emit(tx, organizationId, 'agent')))
  })
})

const shared = databases().filter(({ name }) => name === 'postgres')

describe.each(shared)('events written by two transactions at once on $name', ({ create }) => {
  let platform: Platform
  let organizationId: string
  beforeAll(async () => {
    platform = await create()
  })
  beforeEach(async () => {
    organizationId = await platform.database.transaction(insertOrganization)
  })
  afterAll(() => platform.close())

  const read = () => readEventsAfter(platform.database.read, organizationId, 0, 100)

  it('are seen at once and in order after a dump was restored on a server with lower transaction ids', async () => {
    const { transaction, migrate, read: db } = platform.database
    const sequences: number[] = []
    const write = async (payload: string) =>
      sequences.push(await transaction((tx) => emit(tx, organizationId, payload)))
    for (const payload of ['low', 'middle', 'high']) await write(payload)
    // Some of the other server's ids have been given by this one too, others are still to come.
    for (const [index, xid] of ['5', '9000000000000', '9000000000001'].entries())
      await sql`update events set xid = ${xid}::xid8 where sequence = ${sequences[index]}`.execute(db)
    await write('after the restore')
    await migrate()
    await write('after the start')
    const all = ['low', 'middle', 'high', 'after the restore', 'after the start']
    await expect.poll(read).toMatchObject(all.map((payload) => ({ payload, isSettled: true })))
    expect(await lastEventSequence(db, organizationId)).toBe(sequences.at(-1))
    const rest = await readEventsAfter(db, organizationId, sequences[1]!, 100)
    expect(rest.map(({ payload }) => payload)).toEqual(all.slice(2))
  })

  it.each([{ commitsFirst: 'higher' as const }, { commitsFirst: 'lower' as const }])(
    'are all seen, the one with the $commitsFirst number committing first',
    async ({ commitsFirst }) => {
      const { transaction } = platform.database
      const drawn: Record<string, number> = {}
      const gates = { older: Promise.withResolvers<void>(), younger: Promise.withResolvers<void>() }
      const steps = { olderBegun: Promise.withResolvers<void>(), youngerDrew: Promise.withResolvers<void>() }
      const olderDrew = Promise.withResolvers<void>()
      // The older transaction has the lower transaction id but draws the higher event number.
      const older = transaction(async (tx) => {
        await insertOrganization(tx)
        steps.olderBegun.resolve()
        await steps.youngerDrew.promise
        drawn.older = await emit(tx, organizationId, 'older')
        olderDrew.resolve()
        await gates.older.promise
      })
      await steps.olderBegun.promise
      const younger = transaction(async (tx) => {
        drawn.younger = await emit(tx, organizationId, 'younger')
        steps.youngerDrew.resolve()
        await gates.younger.promise
      })
      await olderDrew.promise
      expect(drawn.younger).toBeLessThan(drawn.older!)

      const mark = () => organizationEventMark(platform.database.read, organizationId)
      const marks = [await mark()]
      const [first, second] =
        commitsFirst === 'higher' ? (['older', 'younger'] as const) : (['younger', 'older'] as const)
      gates[first].resolve()
      await (first === 'older' ? older : younger)
      marks.push(await mark())
      // A committed event is read at once but settled only when no older transaction runs on the server, so the younger
      // one not before the older one.
      const isSettled = first === 'older'
      await expect.poll(read).toMatchObject([{ payload: first, isSettled }])
      gates[second].resolve()
      await Promise.all([older, younger])
      marks.push(await mark())
      await expect.poll(read).toMatchObject([
        { payload: 'older', isSettled: true },
        { payload: 'younger', isSettled: true },
      ])
      expect(new Set(marks).size).toBe(marks.length)
    },
  )
})

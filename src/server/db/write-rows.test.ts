import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../db/ids.ts'
import type { Platform } from '../platform/platform.ts'
import { databases } from '../testing/database.ts'
import type { Row } from './rows.ts'
import type { Tx } from './tables.ts'
import { isUniqueViolation } from './unique.ts'
import { changes, insertion, writeRows } from './write-rows.ts'

const insertJob = (tx: Tx, row: Row<'jobs'>) => writeRows(tx, [insertion('jobs', row)])
const changeJob = (tx: Tx, before: Row<'jobs'>, after: Row<'jobs'>) => writeRows(tx, changes('jobs', before, after))

describe.each(databases())('rows written together on $name', ({ create }) => {
  let platform: Platform
  beforeAll(async () => {
    platform = await create()
  })
  afterAll(() => platform.close())

  const job = (changes: Partial<Row<'jobs'>> = {}): Row<'jobs'> => ({
    id: newId(),
    name: 'name',
    payload: '{}',
    state: 'pending',
    attempts: 0,
    interruptions: 0,
    run_at: 0,
    queued_at: 0,
    waiting_for: null,
    holder: null,
    lease_until: null,
    error: null,
    created_at: 0,
    traceparent: null,
    ...changes,
  })
  const read = (id: string) =>
    platform.database.read.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()

  it('are there as they were given, whatever is in them', async () => {
    const texts = [
      '',
      'it\'s "quoted" \\ back',
      'line\nbreak\ttab',
      '{"a":[1]}',
      '\\ud800 as text',
      '😀 日本語',
      '$1 $2',
    ]
    const rows = texts.map((payload, index) =>
      job({ payload, created_at: Number.MAX_SAFE_INTEGER - index, error: null }),
    )
    await platform.database.transaction(async (tx) => {
      for (const row of rows) await insertJob(tx, row)
    })
    for (const row of rows) expect(await read(row.id)).toEqual(row)
  })

  it('have the replacement character where half of a pair is', async () => {
    const row = job({ payload: `half ${'😀'[0]} of one`, error: 'whole 😀' })
    await platform.database.transaction((tx) => insertJob(tx, row))
    expect(await read(row.id)).toEqual({ ...row, payload: 'half � of one' })
  })

  it('change in the order in which they were changed', async () => {
    const rows = [job(), job(), job()]
    await platform.database.transaction(async (tx) => {
      for (const row of rows) await insertJob(tx, row)
      for (const row of rows) await changeJob(tx, row, { ...row, name: 'second' })
      await changeJob(tx, { ...rows[0]!, name: 'second' }, { ...rows[0]!, name: 'third', attempts: 3 })
    })
    const names = await Promise.all(rows.map(async ({ id }) => (await read(id))?.name))
    expect(names).toEqual(['third', 'second', 'second'])
    expect(await read(rows[0]!.id)).toEqual({ ...rows[0], name: 'third', attempts: 3 })
  })

  it('can be several at once: new ones and changed ones, of several tables', async () => {
    const [old, added] = [job(), job({ payload: '{"a":"half \ud83d of one"}' })]
    const counter = { owner_id: newId(), name: 'written together', value: 7 }
    await platform.database.transaction((tx) => insertJob(tx, old))
    await platform.database.transaction((tx) =>
      writeRows(tx, [
        insertion('jobs', added),
        ...changes('jobs', old, { ...old, name: 'changed', attempts: 2 }),
        ...changes('jobs', added, added),
        insertion('counters', counter),
      ]),
    )
    expect(await read(added.id)).toEqual({ ...added, payload: '{"a":"half \ufffd of one"}' })
    expect(await read(old.id)).toEqual({ ...old, name: 'changed', attempts: 2 })
    const query = platform.database.read.selectFrom('counters').selectAll().where('owner_id', '=', counter.owner_id)
    expect(await query.execute()).toEqual([counter])
  })

  it('fail all when one of several at once can not be', async () => {
    const row = job()
    const failed = platform.database.transaction((tx) =>
      writeRows(tx, [insertion('jobs', row), insertion('jobs', job()), insertion('jobs', row)]),
    )
    expect(isUniqueViolation(await failed.catch((error) => error))).toBe(true)
    expect(await read(row.id)).toBeUndefined()
  })

  it('fail all when one of them can not be', async () => {
    const rows = [job(), job()]
    const failed = platform.database.transaction(async (tx) => {
      for (const row of [...rows, rows[0]!]) await insertJob(tx, row)
    })
    expect(isUniqueViolation(await failed.catch((error) => error))).toBe(true)
    expect(await Promise.all(rows.map(({ id }) => read(id)))).toEqual([undefined, undefined])
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Tx } from '../db/tables.ts'
import { databases } from '../testing/database.ts'
import type { Outcome } from './job-run.ts'
import * as table from './job-table.ts'
import { definition, sender } from './jobs.fixture.ts'
import type { Platform } from './platform.ts'

const { name } = definition
const one = { id: 'one', names: JSON.stringify([name]) }
const other = { ...one, id: 'other' }

describe.each(databases())('the table of jobs on $name', ({ create }) => {
  let platform: Platform
  beforeEach(async () => {
    platform = await create()
  })
  afterEach(() => platform.close())

  const send = sender(() => platform)
  const within = <T>(work: (tx: Tx) => Promise<T>) => platform.database.transaction(work)
  const claim = (worker: table.Worker, limit = 1) => within((tx) => table.claimJobs(tx, worker, { name, limit }))
  const settle = (job: table.ClaimedJob, outcome: table.Settlement['outcome']) =>
    within((tx) => table.settleJobs(tx, [{ job, outcome }]))
  const takeOver = (worker: table.Worker) => within((tx) => table.takeOverJobs(tx, worker))
  const stored = () => platform.database.read.selectFrom('jobs').selectAll().orderBy('id').execute()
  const endLease = () => within((tx) => tx.updateTable('jobs').set({ lease_until: 1 }).execute())

  it('gives each job to one worker', async () => {
    for (const value of [1, 2, 3]) await send(value)
    const claimed = await Promise.all([claim(one, 2), claim(other, 2), claim(one, 2)])
    expect(claimed.flat().map(({ payload }) => payload)).toHaveLength(3)
    expect(new Set(claimed.flat().map(({ id }) => id)).size).toBe(3)
    expect(await claim(other)).toEqual([])
  })

  it('leaves a job to whom it was given for as long as they renew its lease', async () => {
    await send(1)
    const [job] = await claim(one)
    expect(await takeOver(other)).toEqual([])
    await endLease()
    await within((tx) => table.renewLeases(tx, one))
    expect(await takeOver(other)).toEqual([])
    await endLease()
    expect(await takeOver(one), 'nobody takes over what is their own').toEqual([])
    expect((await takeOver(other)).map(({ id }) => id)).toEqual([job!.id])
    expect(await takeOver({ ...other, id: 'third' }), 'who has taken it over has time').toEqual([])
  })

  const outcomes: Outcome[] = [
    { kind: 'done' },
    { kind: 'stopped' },
    { kind: 'again', delaySeconds: 0, error: 'broken' },
    { kind: 'dead', error: 'broken' },
  ]
  it.each(outcomes)('stores nothing of a worker whose job another has taken over: $kind', async (outcome) => {
    await send(1)
    const [job] = await claim(one)
    await endLease()
    const [orphan] = await takeOver(other)
    await settle(orphan!, { kind: 'interrupted' })
    await settle(job!, outcome)
    expect(await stored()).toMatchObject([{ state: 'pending', attempts: 0, interruptions: 1, error: null }])
    await claim(other)
    await settle(job!, outcome)
    expect(await stored()).toMatchObject([{ state: 'active', holder: 'other' }])
  })

  it('has a job done whose worker was alive after all, and does not run it again', async () => {
    await send(1)
    const [job] = await claim(one)
    await endLease()
    const [orphan] = await takeOver(other)
    await settle(job!, { kind: 'done' })
    await settle(orphan!, { kind: 'interrupted' })
    expect(await stored()).toEqual([])
  })
})

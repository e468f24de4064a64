import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { databases } from '../testing/database.ts'
import { definition, handler, type Payload, sender, soon } from './jobs.fixture.ts'
import type { JobRun, Platform } from './platform.ts'

/** Waits until the run is aborted, as a long-running handler should. */
const untilAborted = (run: JobRun) =>
  new Promise<void>((_, reject) => run.signal.addEventListener('abort', () => reject(run.signal.reason)))

describe.each(databases())('jobs on $name', ({ create }) => {
  let platform: Platform
  beforeEach(async () => {
    platform = await create()
  })
  afterEach(() => platform.close())

  const send = sender(() => platform)

  it('runs what was sent before and after the start, once', async () => {
    const seen: number[] = []
    await send(1)
    expect(platform.jobs.isRunning()).toBe(false)
    await platform.jobs.start([handler(async ({ value }) => void seen.push(value))])
    expect(platform.jobs.isRunning()).toBe(true)
    await send(2)
    await vi.waitFor(() => expect(seen.sort()).toEqual([1, 2]), soon)
  })

  it('never runs a job whose transaction rolled back', async () => {
    const seen: number[] = []
    await platform.jobs.start([handler(async ({ value }) => void seen.push(value))])
    const rolledBack = platform.database.transaction(async (tx) => {
      await platform.jobs.send(tx, definition, { value: 1 })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await send(2)
    await vi.waitFor(() => expect(seen).toContain(2), soon)
    expect(seen).toEqual([2])
  })

  it('starts a job within moments of the commit', async () => {
    const started: number[] = []
    await platform.jobs.start([handler(async () => void started.push(performance.now()))])
    await send(0)
    await vi.waitFor(() => expect(started).toHaveLength(1), soon)
    const waits: number[] = []
    for (let number = 1; number <= 5; number += 1) {
      const sentAt = performance.now()
      await send(number)
      await vi.waitFor(() => expect(started).toHaveLength(number + 1), soon)
      waits.push(started[number]! - sentAt)
    }
    // Some may be held up by a busy machine; a job that nobody tells of waits for up to a minute.
    expect(waits.sort((one, other) => one - other)[2]).toBeLessThan(5_000)
  })

  it('holds a job back until its delay is over', async () => {
    let startedAt = 0
    await platform.jobs.start([
      handler(async () => {
        startedAt = Date.now()
      }),
    ])
    const sentAt = Date.now()
    await send(1, { delaySeconds: 1 })
    await vi.waitFor(() => expect(startedAt).toBeGreaterThan(0), soon)
    expect(startedAt - sentAt).toBeGreaterThanOrEqual(950)
  })

  it('runs a failing job again after the delays it asks for, counting the attempts', async () => {
    const runs: { attempt: number; at: number }[] = []
    const retried = { retryDelaySeconds: [0, 1], attempts: 4 }
    await platform.jobs.start([
      handler(async (_, { attempt }) => {
        runs.push({ attempt, at: Date.now() })
        if (attempt < 4) throw new Error('not yet')
      }, retried),
    ])
    await send(1, {}, { ...definition, ...retried })
    await vi.waitFor(() => expect(runs.map((run) => run.attempt)).toEqual([1, 2, 3, 4]), soon)
    expect(runs[2]!.at - runs[1]!.at).toBeGreaterThanOrEqual(950)
    expect(runs[3]!.at - runs[2]!.at).toBeGreaterThanOrEqual(950)
  })

  it('gives a job up after its last attempt and says so once', async () => {
    let runs = 0
    const failed: { payload: Payload; error: unknown }[] = []
    await platform.jobs.start([
      handler(
        async () => {
          runs += 1
          throw new Error(`broken ${runs}`)
        },
        {},
        async (payload, error) => void failed.push({ payload, error }),
      ),
    ])
    await send(7)
    await vi.waitFor(() => expect(failed).toHaveLength(1), soon)
    await send(8)
    await vi.waitFor(() => expect(failed).toHaveLength(2), soon)
    expect(runs).toBe(6)
    expect(failed.map((call) => call.payload.value)).toEqual([7, 8])
    expect(failed[0]?.error).toEqual(new Error('broken 3'))
  })

  it('calls `failed` again when that itself fails', async () => {
    let calls = 0
    await platform.jobs.start([
      handler(
        async () => {
          throw new Error('broken')
        },
        { attempts: 1 },
        async () => {
          calls += 1
          if (calls === 1) throw new Error('the database was away')
        },
      ),
    ])
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await send(1, {}, { ...definition, attempts: 1 })
    await vi.waitFor(() => expect(calls).toBe(2), soon)
    vi.restoreAllMocks()
  })

  it('aborts a run that takes too long and counts it as failed', async () => {
    const reasons: string[] = []
    const attempts: number[] = []
    const slow = { timeoutSeconds: 1, attempts: 2 }
    await platform.jobs.start([
      handler(async (_, run) => {
        attempts.push(run.attempt)
        if (run.attempt === 1)
          await untilAborted(run).catch((error: Error) => {
            reasons.push(error.message)
            throw error
          })
      }, slow),
    ])
    await send(1, {}, { ...definition, ...slow })
    await vi.waitFor(() => expect(attempts).toEqual([1, 2]), soon)
    expect(reasons).toEqual(['The job took longer than 1 seconds'])
  })

  it('runs no more at once than the definition allows, and one kind does not hold up another', async () => {
    let running = 0
    let most = 0
    let finished = 0
    let other = false
    const release: (() => void)[] = []
    const otherDefinition = { ...definition, name: 'other-job' }
    await platform.jobs.start([
      handler(async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise<void>((resolve) => release.push(resolve))
        running -= 1
        finished += 1
      }),
      handler(
        async () => {
          other = true
        },
        { name: 'other-job' },
      ),
    ])
    for (let value = 0; value < 6; value += 1) await send(value)
    await vi.waitFor(() => expect(running).toBe(2), soon)
    await send(0, {}, otherDefinition)
    await vi.waitFor(() => expect(other).toBe(true), soon)
    await vi.waitFor(() => {
      release.shift()?.()
      expect(finished).toBe(6)
    }, soon)
    expect(most).toBe(2)
  })

  it('lets running jobs finish when it stops, and takes no new ones', async () => {
    const seen: string[] = []
    const one = { concurrency: 1 }
    let finish = () => {}
    const mayFinish = new Promise<void>((resolve) => (finish = resolve))
    await platform.jobs.start([
      handler(async ({ value }) => {
        seen.push(`start ${value}`)
        await mayFinish
        seen.push(`end ${value}`)
      }, one),
    ])
    await send(1, {}, { ...definition, ...one })
    await send(2, {}, { ...definition, ...one })
    await vi.waitFor(() => expect(seen).toEqual(['start 1']), soon)
    const stopped = platform.jobs.stop(5000)
    setTimeout(finish, 300) // long enough for the other job to start, if it did
    await stopped
    expect(platform.jobs.isRunning()).toBe(false)
    expect(seen).toEqual(['start 1', 'end 1'])
  })

  it('aborts what outlasts the grace; it runs again after the next start, and the cut run does not count', async () => {
    const attempts: number[] = []
    let aborted = false
    const only = { attempts: 1 }
    const handlers = [
      handler(async (_, run) => {
        attempts.push(run.attempt)
        if (attempts.length === 1)
          await untilAborted(run).finally(() => {
            aborted = true
          })
      }, only),
    ]
    await platform.jobs.start(handlers)
    await send(1, {}, { ...definition, ...only })
    await vi.waitFor(() => expect(attempts).toEqual([1]), soon)
    await platform.jobs.stop(200)
    expect(aborted).toBe(true)
    await platform.jobs.start(handlers)
    await vi.waitFor(() => expect(attempts).toEqual([1, 1]), soon)
  })

  it('starts a job again only when the run that was cut off has tidied up', async () => {
    const seen: string[] = []
    const handlers = [
      handler(async (_, run) => {
        seen.push('start')
        if (seen.length > 1) return
        await untilAborted(run).finally(async () => {
          await new Promise((resolve) => setTimeout(resolve, 300)) // what it has done so far is saved
          seen.push('saved')
        })
      }),
    ]
    await platform.jobs.start(handlers)
    await send(1)
    await vi.waitFor(() => expect(seen).toEqual(['start']), soon)
    await platform.jobs.stop(0)
    await platform.jobs.start(handlers)
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(1), soon)
    await vi.waitFor(() => expect(seen).toEqual(['start', 'saved', 'start']), soon)
  })

  it('does not start a job again that came to its end after all', async () => {
    const seen: number[] = []
    const handlers = [
      handler(async ({ value }, run) => {
        seen.push(value)
        if (value === 1) await untilAborted(run).catch(() => {})
      }),
    ]
    await platform.jobs.start(handlers)
    await send(1)
    await vi.waitFor(() => expect(seen).toEqual([1]), soon)
    await platform.jobs.stop(0)
    await platform.jobs.start(handlers)
    await send(2)
    await vi.waitFor(() => expect(seen).toContain(2), soon)
    await platform.jobs.stop(5_000)
    expect(seen).toEqual([1, 2])
  })
})

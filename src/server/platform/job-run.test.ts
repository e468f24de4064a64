import { setTimeout as delay } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { expect, test } from 'vitest'
import { keepingLog } from '../testing/log-lines.ts'
import { runHandler } from './job-run.ts'

const RUNS = 200

const log = { info() {}, warn() {}, error() {} } as never
const definition = { name: 'test', attempts: 1, timeoutSeconds: 60, retryDelaySeconds: [] } as never
const run = { payload: null, attempt: 1, interruptions: 0, error: null, traceparent: null }

/** Runs jobs one after the other and returns how many more abort signals exist after them than before. */
async function signalsLeft(handle: (signal: AbortSignal) => Promise<void>): Promise<number> {
  const before = queryObjects(AbortSignal, { format: 'count' })
  for (let left = RUNS; left > 0; left -= 1) {
    const stopping = new AbortController()
    await runHandler({ definition, run: (_, { signal }) => handle(signal) }, run, stopping.signal, log)
  }
  await delay(10)
  queryObjects(AbortSignal) // collects garbage; weak references end with the turn of the event loop that made them
  await delay(10)
  return queryObjects(AbortSignal, { format: 'count' }) - before
}

test('nothing of a run is kept once it has ended', async () => {
  expect(await signalsLeft(async () => {})).toBeLessThan(RUNS / 10)
  expect(await signalsLeft(async () => Promise.reject(new Error('failed')))).toBeLessThan(RUNS / 10)
})

test('nothing that listened to a run is kept once it has ended', async () => {
  const listening = async (signal: AbortSignal) => {
    const own = new AbortController()
    AbortSignal.any([signal, own.signal]).addEventListener('abort', () => own.abort())
  }
  expect(await signalsLeft(listening)).toBeLessThan(RUNS / 10)
})

test('each run has a line in the log', async () => {
  const kept = keepingLog()
  const stopping = new AbortController()
  await runHandler({ definition, run: async () => {} }, run, stopping.signal, kept.log)
  const job = { level: 30, job: 'test', outcome: 'done', attempt: 1, ms: expect.any(Number) }
  expect(kept.take()).toEqual([expect.objectContaining(job)])
  const id = '0af7651916cd43dd8448eb211c80319c'
  const traced = { ...run, traceparent: `00-${id}-b7ad6b7169203331-01` }
  await runHandler({ definition, run: async () => {} }, traced, stopping.signal, kept.log)
  expect(kept.take()).toEqual([expect.objectContaining({ ...job, traceId: id })])
})

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { keepingLog } from '../testing/log-lines.ts'
import { runHandler } from './job-run.ts'

const definition = { name: 'test', attempts: 1, timeoutSeconds: 60, retryDelaySeconds: [] } as never
const run = { payload: null, attempt: 1, interruptions: 0, error: null, traceparent: null }

/** How many more abort signals exist after 200 runs of a handler than before. */
async function signalsLeft(handler: 'done' | 'failed' | 'listening' | 'keeping'): Promise<number> {
  const thread = new Worker(new URL('./signals-left.fixture.ts', import.meta.url), { workerData: handler })
  const [left] = await once(thread, 'message')
  await thread.terminate()
  return left
}

test('nothing of a run is kept once it has ended', async () => {
  expect(await signalsLeft('keeping')).toBeGreaterThanOrEqual(200) // otherwise the count would show nothing
  expect(await signalsLeft('done')).toBeLessThan(20)
  expect(await signalsLeft('failed')).toBeLessThan(20)
})

test('nothing that listened to a run is kept once it has ended', async () => {
  expect(await signalsLeft('listening')).toBeLessThan(20)
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

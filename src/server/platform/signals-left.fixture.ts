import { setTimeout as delay } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { runHandler } from './job-run.ts'

/**
 * Runs 200 jobs one after the other and tells how many more abort signals exist after them than before. It does so in a
 * thread of its own: to count them, Node looks through all that a thread holds, which of a test's is a lot.
 */
const RUNS = 200

const handlers: Record<string, (signal: AbortSignal) => Promise<void>> = {
  done: async () => {},
  failed: () => Promise.reject(new Error('failed')),
  listening: async (signal) => {
    const own = new AbortController()
    AbortSignal.any([signal, own.signal]).addEventListener('abort', () => own.abort())
  },
  keeping: async (signal) => void kept.push(signal),
}

const kept: AbortSignal[] = []
const log = { info() {}, warn() {}, error() {} } as never
const definition = { name: 'test', attempts: 1, timeoutSeconds: 60, retryDelaySeconds: [] } as never
const run = { payload: null, attempt: 1, interruptions: 0, error: null, traceparent: null }
const handle = handlers[workerData]!

const before = queryObjects(AbortSignal, { format: 'count' })
for (let left = RUNS; left > 0; left -= 1) {
  const stopping = new AbortController()
  await runHandler({ definition, run: (_, { signal }) => handle(signal) }, run, stopping.signal, log)
}
await delay(10)
queryObjects(AbortSignal) // collects garbage; weak references end with the turn of the event loop that made them
await delay(10)
parentPort!.postMessage(queryObjects(AbortSignal, { format: 'count' }) - before)

import { availableParallelism } from 'node:os'
import { MessageChannel, type Worker } from 'node:worker_threads'
import { startThread } from '../process/start-thread.ts'
import type { Answer, AnswerTo, Asked, Request, WorkerOptions } from './worker/messages.ts'

type Pending = { resolve(answer: Answer): void; reject(error: Error): void }

/** Memory for the short-lived objects of a thread. More makes it hardly faster, and is not given back. */
const YOUNG_HEAP_MB = 8
const THREAD = { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB } }

/** The second thread lives at least so many milliseconds, unless it fails. Then none is started for some time. */
const SECOND_LIVES_MS = 30_000
const SECOND_REST_MS = 60_000
const SECOND_MODEL = new URL('./worker/second-model.ts', import.meta.url)

type Call<R extends Asked> = { id: number; answer: Promise<AnswerTo<R>> }

/** Calls to the worker thread. A crash rejects every call in flight; the next call starts a new thread. */
export function createWorkerLink(options: WorkerOptions, script = new URL('./worker/worker.ts', import.meta.url)) {
  let worker: Worker | null = null
  let second: Worker | null = null
  let noSecondUntil = 0
  let nextId = 1
  let closed = false
  const pending = new Map<number, Pending>()

  function start(): Worker {
    if (closed) throw new Error('The knowledge worker has been closed.')
    if (worker) return worker
    // The model's runtime sends telemetry unless this is set in the process: native code doesn't see a thread's copy.
    process.env.ORT_DISABLE_TELEMETRY = '1'
    const started = startThread(script, { ...THREAD, workerData: options })
    started.on('message', receive)
    started.on('error', (error: unknown) =>
      lose(started, error instanceof Error ? error.message : String(error), error),
    )
    started.on('exit', (code) => lose(started, `it exited with code ${code}`))
    started.unref() // Only a call in flight keeps the process alive, not an idle worker.
    worker = started
    return started
  }

  /**
   * Starts a thread that runs the model beside the worker, for what jobs ask. It ends by itself. The worker can't start
   * it, because the whole process would end if the worker crashed while a thread of its own is inside the model's
   * native code.
   */
  function startSecondModel(beside: Worker): void {
    if (second || performance.now() < noSecondUntil || options.server || availableParallelism() === 1) return
    const { port1, port2 } = new MessageChannel()
    const started = startThread(SECOND_MODEL, { ...THREAD, workerData: port2, transferList: [port2] })
    started.on('error', () => {}) // The port is then closed, and the worker goes on without this thread.
    const began = performance.now()
    started.on('exit', () => {
      second = null
      if (performance.now() - began < SECOND_LIVES_MS) noSecondUntil = performance.now() + SECOND_REST_MS
    })
    started.unref()
    second = started
    beside.postMessage({ kind: 'second-model', port: port1 } satisfies Request, [port1])
  }

  function lose(lost: Worker, why: string, cause?: unknown): void {
    if (lost !== worker) return
    worker = null
    const calls = [...pending.values()]
    pending.clear()
    for (const { reject } of calls) reject(new Error(`The knowledge worker stopped: ${why}.`, { cause }))
  }

  function receive(answer: Answer): void {
    const call = pending.get(answer.id)
    if (!call) return
    pending.delete(answer.id)
    if (pending.size === 0) worker?.unref()
    const { code } = answer.kind === 'failed' ? answer : {}
    if (answer.kind === 'failed') call.reject(Object.assign(new Error(answer.message), code && { code }))
    else call.resolve(answer)
  }

  return {
    /** @param transfer buffers that the request hands over to the thread */
    call<R extends Asked>(request: R, transfer: ArrayBuffer[] = []): Call<R> {
      const id = nextId
      nextId += 1
      const answer = new Promise<Answer>((resolve, reject) => {
        const target = start()
        pending.set(id, { resolve, reject })
        target.ref()
        if (request.kind === 'search' && request.canWait) startSecondModel(target)
        target.postMessage({ ...request, id }, transfer)
      })
      return { id, answer: answer as Promise<AnswerTo<R>> } // The worker answers each kind of request so.
    },
    /** Sends a message that has no answer. Nothing happens when no worker is running. */
    post(request: Request): void {
      worker?.postMessage(request)
    },
    get running() {
      return worker !== null
    },
    async close(): Promise<void> {
      closed = true
      const last = worker
      const threads = [last, second].filter((thread) => thread !== null)
      if (last) lose(last, 'the server is shutting down')
      // `terminate` inside the model's native code would end the whole process. The second thread ends with the worker.
      const left = threads.map((thread) => new Promise((resolve) => thread.once('exit', resolve)))
      for (const thread of threads) thread.ref()
      last?.postMessage({ kind: 'close' } satisfies Request)
      await Promise.all(left)
    },
  }
}

export type WorkerLink = ReturnType<typeof createWorkerLink>

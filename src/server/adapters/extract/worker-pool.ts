import type { Worker } from 'node:worker_threads'
import { startThread } from '../../process/start-thread.ts'
import { broken, ExtractError, unavailable } from './errors.ts'
import type { Answer, Message, Result, Task } from './tasks.ts'
import { watchBuffers } from './watch-buffers.ts'

export interface WorkerLimits<Kind extends Task['kind']> {
  /** Tasks that run at the same time; others wait, without using up their timeout. See `run` for one owner's share. */
  workers: number
  /** Milliseconds for which a task waits for a busy worker before another worker is started. */
  patienceMs: number
  /** Limit of one worker's JavaScript heap, in MB. */
  heapMb: number
  /** Limit of one worker's buffers, which the heap's limit doesn't count, in MB. */
  buffersMb: number
  /** Milliseconds after which an idle worker is ended to free its memory. */
  idleMs: number
  /** For each kind of task that the pool is for. */
  timeoutMs: Record<Kind, number>
}

export interface WorkerPool<Kind extends Task['kind']> {
  /**
   * Runs a task in a worker. `owner` is the agent or organization: one owner's tasks never take all of several workers.
   * @throws ExtractError
   */
  run(task: TaskOf<Kind>, owner: string): Promise<Result>
  close(): Promise<void>
}

export type TaskOf<Kind extends Task['kind']> = Extract<Task, { kind: Kind }>

interface Job<Kind extends Task['kind']> {
  task: TaskOf<Kind>
  owner: string
  /** When the task was asked for, in milliseconds of this process's monotonic clock. */
  since: number
  resolve(result: Result): void
  reject(error: Error): void
}

/** Size of the heap for new objects; a larger one is hardly faster here, and its memory stays allocated. */
const YOUNG_HEAP_MB = 12
const TOO_MUCH = 'This takes more memory to read than is allowed. Split it into smaller parts.'

/** Makes a pool of threads for one task at a time. One that exceeds its limits is ended; only its own task fails. */
export function createWorkerPool<Kind extends Task['kind']>(limits: WorkerLimits<Kind>): WorkerPool<Kind> {
  const idle = new Map<Worker, NodeJS.Timeout>()
  const busy = new Map<Worker, { job: Job<Kind>; stopClocks(): void }>()
  const waiting: Job<Kind>[] = []
  const starting = new Set<Worker>()
  let lastReadyAt = 0 // when a worker last started, on the clock of `since`; `patienceMs` begins then or later
  let patience: NodeJS.Timeout | undefined
  const mostOfOneOwner = Math.max(1, limits.workers - 1)

  function start(): Worker {
    const worker = startThread(new URL('./worker.ts', import.meta.url), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    })
    starting.add(worker)
    worker.on('message', (message: Message) => {
      if (message !== 'ready') return answered(worker, message)
      starting.delete(worker)
      lastReadyAt = performance.now()
      next()
    })
    worker.on('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') fail(worker, new ExtractError('too_large', TOO_MUCH, error))
      // An error before the thread was ready is not the task's fault; usually file descriptors have run out.
      else fail(worker, starting.has(worker) ? unavailable(error) : broken(error))
    })
    worker.on('exit', (code) => fail(worker, broken(new Error(`the worker ended with ${code}`))))
    return worker
  }

  function next(): void {
    clearTimeout(patience)
    while (busy.size < limits.workers) {
      const index = waiting.findIndex(({ owner }) => tasksOf(owner) < mostOfOneOwner)
      const first = waiting[index]
      if (!first) return
      if (idle.size === 0 && busy.size > 0 && !isWorthStart(first)) return
      waiting.splice(index, 1)
      try {
        perform(takeIdle() ?? start(), first)
      } catch (error) {
        first.reject(unavailable(error))
      }
    }
  }

  /** Whether a task has waited long enough for another worker to be started. If not, `next` is called again in time. */
  function isWorthStart({ since }: Job<Kind>): boolean {
    if (starting.size > 0) return false // A worker that has started calls `next`.
    const leftMs = limits.patienceMs - (performance.now() - Math.max(since, lastReadyAt))
    if (leftMs > 0) patience = setTimeout(next, leftMs).unref()
    return leftMs <= 0
  }

  function takeIdle(): Worker | undefined {
    const [worker, timer] = [...idle].at(-1) ?? []
    if (worker) idle.delete(worker)
    clearTimeout(timer)
    return worker
  }

  const tasksOf = (owner: string): number => [...busy.values()].filter(({ job }) => job.owner === owner).length

  function perform(worker: Worker, job: Job<Kind>): void {
    const timeoutMs = limits.timeoutMs[job.task.kind as Kind]
    const timeout = setTimeout(() => {
      const sentence = `This could not be read within ${timeoutMs / 1000} seconds. Split it into smaller parts.`
      fail(worker, new ExtractError('timeout', sentence))
    }, timeoutMs)
    const stopWatch = watchBuffers(worker, limits.buffersMb * 1_048_576, () => {
      fail(worker, new ExtractError('too_large', TOO_MUCH))
    })
    busy.set(worker, {
      job,
      stopClocks() {
        clearTimeout(timeout)
        stopWatch()
      },
    })
    worker.ref()
    worker.postMessage(job.task)
  }

  function release(worker: Worker): Job<Kind> | undefined {
    const running = busy.get(worker)
    running?.stopClocks()
    busy.delete(worker)
    return running?.job
  }

  function answered(worker: Worker, answer: Answer): void {
    if (!answer.ok && answer.code === 'unavailable') {
      // A thread that failed to load a module would not try again, so it is replaced.
      fail(worker, errorOf(answer))
      return
    }
    const job = release(worker)
    if (!job) return // the task has already failed, for example by its timeout
    rest(worker)
    if (answer.ok) job.resolve(answer.result)
    else job.reject(errorOf(answer))
    next()
  }

  /** Ends a worker and fails its task. The worker's `exit` event calls this again, when no task is left to fail. */
  function fail(worker: Worker, error: Error): void {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    starting.delete(worker)
    const job = release(worker)
    if (!job) return
    void worker.terminate()
    job.reject(error)
    next()
  }

  function rest(worker: Worker): void {
    worker.unref()
    const timer = setTimeout(() => {
      idle.delete(worker)
      void worker.terminate()
    }, limits.idleMs)
    idle.set(worker, timer.unref())
  }

  return {
    run: (task, owner) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, owner, since: performance.now(), resolve, reject })
        next()
      }),
    async close() {
      clearTimeout(patience)
      const workers = [...busy.keys(), ...idle.keys()]
      const jobs = [...waiting.splice(0), ...workers.map(release)]
      for (const job of jobs) job?.reject(new ExtractError('unavailable', 'The server is stopping.'))
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

function errorOf({ code, message, detail, causeCode }: Answer & { ok: false }): ExtractError {
  const cause = causeCode === undefined ? detail : Object.assign(new Error(detail), { code: causeCode })
  return new ExtractError(code, message, cause)
}

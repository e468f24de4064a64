import { Worker } from 'node:worker_threads'
import { ExtractError } from './errors.ts'
import type { Answer, Result, Task } from './tasks.ts'

export interface WorkerLimits {
  /** Tasks at the same time; more wait, and their time does not run yet. */
  workers: number
  /** JavaScript heap of one worker. */
  heapMb: number
  /** What the whole process may grow by while a task runs: bounds the buffers, which the heap's limit doesn't count. */
  growthMb: number
  /** An idle worker ends after this and gives its memory back. */
  idleMs: number
  timeoutMs: Record<Task['kind'], number>
}

export interface WorkerPool {
  run(task: Task): Promise<Result>
  close(): Promise<void>
}

interface Job {
  task: Task
  resolve(result: Result): void
  reject(error: Error): void
}

/** Larger is hardly faster here and stays allocated. */
const YOUNG_HEAP_MB = 32
const MEMORY_CHECK_MS = 100
const TOO_MUCH = 'This takes more memory to read than is allowed. Split it into smaller parts.'

/** Threads that each do one task at a time. One that runs out of time or memory is ended, and only its task fails. */
export function createWorkerPool(limits: WorkerLimits): WorkerPool {
  const idle = new Map<Worker, NodeJS.Timeout>()
  const busy = new Map<Worker, { job: Job; stopClocks(): void }>()
  const waiting: Job[] = []

  function start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    })
    worker.on('message', (answer: Answer) => {
      const job = release(worker)
      rest(worker)
      if (answer.ok) job?.resolve(answer.result)
      else job?.reject(new ExtractError(answer.code, answer.message, answer.detail))
      next()
    })
    worker.on('error', (error: Error & { code?: string }) => {
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      fail(worker, outOfMemory ? new ExtractError('too_large', TOO_MUCH, error) : brokenBy(error))
    })
    worker.on('exit', (code) => fail(worker, brokenBy(new Error(`the worker ended with ${code}`))))
    return worker
  }

  function next(): void {
    while (busy.size < limits.workers) {
      const job = waiting.shift()
      if (!job) return
      const [ready, timer] = [...idle].at(-1) ?? []
      if (ready) idle.delete(ready)
      clearTimeout(timer)
      perform(ready ?? start(), job)
    }
  }

  function perform(worker: Worker, job: Job): void {
    const timeoutMs = limits.timeoutMs[job.task.kind]
    const startedWith = process.memoryUsage.rss()
    const timeout = setTimeout(() => {
      const sentence = `This could not be read within ${timeoutMs / 1000} seconds. Split it into smaller parts.`
      fail(worker, new ExtractError('timeout', sentence))
    }, timeoutMs)
    const memory = setInterval(() => {
      const growth = process.memoryUsage.rss() - startedWith
      if (growth > limits.growthMb * 1_048_576) fail(worker, new ExtractError('too_large', TOO_MUCH))
    }, MEMORY_CHECK_MS)
    busy.set(worker, {
      job,
      stopClocks() {
        clearTimeout(timeout)
        clearInterval(memory)
      },
    })
    worker.ref()
    worker.postMessage(job.task)
  }

  function release(worker: Worker): Job | undefined {
    const running = busy.get(worker)
    running?.stopClocks()
    busy.delete(worker)
    return running?.job
  }

  /** Ends a worker and fails its task; called again by the end itself, when there is nothing left to do. */
  function fail(worker: Worker, error: Error): void {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
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
    run: (task) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject })
        next()
      }),
    async close() {
      const workers = [...busy.keys(), ...idle.keys()]
      const jobs = [...waiting.splice(0), ...workers.map(release)]
      for (const job of jobs) job?.reject(new ExtractError('timeout', 'The server is stopping.'))
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

const brokenBy = (cause: Error) =>
  new ExtractError('broken', 'This could not be read: it is damaged or too deeply nested.', cause)

import type { Log } from '../log.ts'
import type { Database, JobDefinition, JobHandler, JobQueue, Notifications } from '../platform.ts'
import { type FetchedJob, HEARTBEAT_SECONDS, INTERRUPTED, openBoss, SUSPECTS } from './boss.ts'
import { openQueueWorker, type QueueWorker } from './queue-worker.ts'
import { sharedRun } from './shared-run.ts'

const TOUCH_EVERY_MS = 3000 // milliseconds; a fraction of HEARTBEAT_SECONDS
const LOOK_EVERY_MS = 1000 // milliseconds between checks for jobs whose delay is over and for dead processes

interface PostgresJobs extends JobQueue {
  /** Creates pg-boss's own tables. */
  install(): Promise<void>
  close(): Promise<void>
}

/**
 * The job queue that several processes share. pg-boss stores the jobs; a notification after the sender's commit makes
 * an idle process take a new job within milliseconds.
 */
export function createPostgresJobs(
  databaseUrl: string,
  { database, notifications, log }: { database: Database; notifications: Notifications; log: Log },
): PostgresJobs {
  const boss = openBoss(databaseUrl, database, log)
  const handlers = new Map<string, JobHandler<unknown>>()
  let workers: QueueWorker[] = []
  let running = false
  let atStop: (() => void)[] = []
  let touchedAt = Number.NEGATIVE_INFINITY
  let othersKnownFrom = 0

  function look(): void {
    void lookingForDue.run()
    void lookingForDead.run()
  }

  /** Takes jobs whose delay is over or whose notification was lost, and queues those of dead processes again. */
  const lookingForDue = sharedRun(async () => {
    try {
      const due = await boss.due([INTERRUPTED, ...workers.map(({ queue }) => queue)])
      for (const worker of workers) if (due.has(worker.queue)) worker.fill()
      if (due.has(INTERRUPTED)) void puttingBack.run()
    } catch (error) {
      log.warn({ err: error }, 'Due jobs could not be looked for')
    }
  })

  /** Queues jobs of dead processes again. */
  const puttingBack = sharedRun(async () => {
    try {
      if (await boss.putBack(interrupted)) for (const worker of workers) worker.fill()
    } catch (error) {
      log.warn({ err: error }, 'Jobs of dead processes could not be queued again')
    }
  })

  /**
   * Detects dead processes, whose jobs are then due to be queued again. It renews this process's own heartbeats first,
   * because a process that was paused or disconnected would otherwise take its own jobs for a dead one's.
   */
  const lookingForDead = sharedRun(async () => {
    if (performance.now() - touchedAt > TOUCH_EVERY_MS) await touching.run()
    if (performance.now() < othersKnownFrom) return
    try {
      if ((await boss.supervise()) && (await boss.due([INTERRUPTED])).size > 0) void puttingBack.run()
    } catch (error) {
      missed(error, 'Dead jobs could not be looked for')
    }
  })

  const touching = sharedRun(async () => {
    try {
      await Promise.all(workers.map((worker) => worker.touch()))
      touchedAt = performance.now()
    } catch (error) {
      missed(error, 'A heartbeat could not be written')
    }
  })

  /**
   * Called when heartbeats could not be renewed, or dead processes could not be looked for. Since other processes may
   * not have reached the database either, all get time to renew theirs before any counts as dead.
   */
  function missed(error: unknown, message: string): void {
    log.warn({ err: error }, message)
    othersKnownFrom = performance.now() + HEARTBEAT_SECONDS * 1000
  }

  async function interrupted({ name, payload }: FetchedJob): Promise<JobDefinition<unknown> | undefined> {
    const handler = handlers.get(name)
    try {
      await handler?.interrupted?.(payload)
      return handler?.definition
    } catch (error) {
      log.error({ err: error, job: name }, 'What a dead run left could not be tidied up and is tried again')
      return undefined
    }
  }

  async function know(given: readonly JobHandler<never>[]): Promise<void> {
    for (const handler of given as readonly unknown[] as JobHandler<unknown>[]) {
      await boss.ensureQueue(handler.definition.name)
      handlers.set(handler.definition.name, handler)
    }
    const timers = [setInterval(look, LOOK_EVERY_MS), setInterval(touching.run, TOUCH_EVERY_MS)]
    atStop.push(() => timers.forEach(clearInterval))
  }

  function run(queue: string, definition: Pick<JobDefinition<unknown>, 'concurrency' | 'fairnessKey'>): void {
    const { concurrency, fairnessKey } = definition
    const handlerOf = (name: string) => handlers.get(name)
    const worker = openQueueWorker({ queue, concurrency, isFair: fairnessKey !== undefined, handlerOf }, boss, log)
    workers.push(worker)
    atStop.push(notifications.subscribe(topicOf(queue), worker.fill))
  }

  return {
    async install() {
      await boss.start()
    },
    async send(tx, definition, payload, options) {
      const delaySeconds = options?.delaySeconds ?? 0
      const envelope = { payload, attempts: 0, interruptions: 0, error: null }
      await boss.enqueue(tx, definition as JobDefinition<unknown>, envelope, delaySeconds)
      if (delaySeconds <= 0) await notifications.notify(tx, topicOf(definition.name), '')
    },
    async start(given) {
      await boss.ensureQueue(SUSPECTS)
      await know(given)
      running = true
      for (const { definition } of handlers.values()) run(definition.name, definition)
      run(SUSPECTS, { concurrency: 1 })
      look()
    },
    async watch(given) {
      await know(given)
      look()
    },
    isRunning: () => running,
    async stop(graceMs) {
      running = false
      const beating = setInterval(touching.run, TOUCH_EVERY_MS)
      for (const end of atStop) end()
      await Promise.all(workers.map((worker) => worker.close(graceMs)))
      clearInterval(beating)
      workers = []
      atStop = []
      handlers.clear()
      await Promise.all([lookingForDue.end(), lookingForDead.end(), touching.end()])
      await puttingBack.end()
    },
    async close() {
      await boss.stop()
    },
  }
}

const topicOf = (name: string) => `jobs/${name}`

import type { Log } from '../log.ts'
import type { Database, JobHandler, JobQueue, Notifications } from '../platform.ts'
import { openBoss } from './boss.ts'
import { type Lane, openLane } from './lane.ts'

const TOUCH_EVERY_MS = 3000 // well within the heartbeat
const LOOK_EVERY_MS = 1000 // for jobs whose delay is over, and those of dead processes

interface PostgresJobs extends JobQueue {
  /** Makes pg-boss's own tables. */
  install(): Promise<void>
  close(): Promise<void>
}

/**
 * The queue that processes share: pg-boss's tables, and a notification in the sender's transaction that starts a job
 * within milliseconds.
 */
export function createPostgresJobs(
  databaseUrl: string,
  { database, notifications, log }: { database: Database; notifications: Notifications; log: Log },
): PostgresJobs {
  const boss = openBoss(databaseUrl, database, log)
  let lanes: Lane[] = []
  let running = false
  let atStop: (() => void)[] = []
  let supervising: Promise<void> | undefined

  const look = () => {
    for (const lane of lanes) lane.fill()
    supervising ??= boss
      .supervise()
      .catch((error) => log.warn({ err: error }, 'Dead jobs could not be looked for'))
      .finally(() => {
        supervising = undefined
      })
  }

  const touch = () => {
    for (const lane of lanes)
      lane.touch().catch((error) => log.warn({ err: error }, 'A heartbeat could not be written'))
  }

  return {
    async install() {
      await boss.start()
    },
    async send(tx, definition, payload, options) {
      const delaySeconds = options?.delaySeconds ?? 0
      await boss.enqueue(tx, definition, { payload, attempts: 0, error: null }, delaySeconds)
      if (delaySeconds <= 0) await notifications.notify(tx, topicOf(definition.name), '')
    },
    async start(handlers) {
      for (const { definition } of handlers) await boss.ensureQueue(definition.name)
      running = true
      for (const handler of handlers as readonly unknown[] as JobHandler<unknown>[]) {
        const lane = openLane(handler, boss, log)
        lanes.push(lane)
        atStop.push(notifications.subscribe(topicOf(handler.definition.name), lane.fill))
      }
      const timers = [setInterval(look, LOOK_EVERY_MS), setInterval(touch, TOUCH_EVERY_MS)]
      atStop.push(() => timers.forEach(clearInterval))
      look()
    },
    isRunning: () => running,
    async stop(graceMs) {
      running = false
      const beating = setInterval(touch, TOUCH_EVERY_MS)
      for (const end of atStop) end()
      await Promise.all(lanes.map((lane) => lane.close(graceMs)))
      clearInterval(beating)
      lanes = []
      atStop = []
      await supervising
    },
    async close() {
      await boss.stop()
    },
  }
}

const topicOf = (name: string) => `jobs/${name}`

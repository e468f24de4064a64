import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { buildApp } from '../../src/server/app.ts'
import { createDependencies } from '../../src/server/dependencies.ts'
import { SETTLED_SECONDS } from '../../src/server/features/checks/after-training.ts'
import { startDueRun } from '../../src/server/features/checks/checks-due.job.ts'
import { closeQuietConversations } from '../../src/server/features/conversations/index.ts'
import { jobHandlers } from '../../src/server/jobs/registry.ts'
import { createPlatform } from '../../src/server/platform/create-platform.ts'
import { readConfig } from '../../src/server/settings/config.ts'
import { jobsSettled } from '../../src/server/testing/jobs-settled.ts'

const HOUR_MS = 3_600_000
const OFTEN = JSON.stringify({ read: 1e9, write: 1e9, training: 1e9, polling: 1e9 })

export interface Past {
  url: string
  /** What its clock says, in milliseconds since 1970. */
  now(): number
  /** Moves the clock to a time in milliseconds since 1970, but never back; meanwhile, quiet conversations are closed. */
  goTo(time: number): Promise<void>
  /** Moves the clock on by minutes. */
  pass(minutes: number): void
  /** Waits until no job is due. */
  settled(): Promise<void>
  /** Waits until an agent is trained, and has been asked its checks again, as it is a minute later. */
  checked(agent: string): Promise<void>
  close(): Promise<void>
}

/** Serves a data folder's API with a clock that begins in the past. What is done through it happens at its time. */
export async function openPast(env: Record<string, string>, begin: number): Promise<Past> {
  let time = begin
  const config = readConfig({ ...env, LOG_LEVEL: 'fatal', RATE_LIMITS: OFTEN, TRUST_PROXY: 'loopback' })
  const log = pino({ level: 'fatal' })
  const platform = await createPlatform(config, log)
  await platform.database.migrate()
  const { deps, close } = createDependencies(config, platform, log, () => time)
  await deps.jobs.start(jobHandlers(deps))
  const app = await buildApp({ deps, dashboardFolder: join(config.dataDir, 'no-dashboard') })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const settled = () => jobsSettled(deps.database.read)
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    now: () => time,
    async goTo(next) {
      for (let hour = time + HOUR_MS; hour < next; hour += HOUR_MS) {
        time = hour
        await closeQuietConversations(deps)
      }
      time = Math.max(time, next)
    },
    pass(minutes) {
      time += minutes * 60_000
    },
    settled,
    async checked(agent) {
      await settled()
      time += (SETTLED_SECONDS + 1) * 1000
      await startDueRun(deps, agent)
      await settled()
    },
    async close() {
      await app.close()
      await deps.jobs.stop(5_000)
      await close()
    },
  }
}

/**
 * A program that runs one platform, for tests with several processes. It takes the platform's configuration as JSON,
 * runs jobs of one kind, whose payload says how they end, and prints a line for each event.
 */
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { createPlatform } from '../platform/create-platform.ts'
import type { JobDefinition, JobHandler } from '../platform/platform.ts'

const POISON_MS = 200
const INNOCENT_MS = 1_000

/**
 * The program's jobs: those whose payload begins with `endless` never end, those with `poison` kill the process, all
 * others end after a second.
 */
export const ownJob: JobDefinition<string> = {
  name: 'own',
  attempts: 1,
  retryDelaySeconds: [60],
  concurrency: 4,
  timeoutSeconds: 600,
}

if (import.meta.main) {
  const options = JSON.parse(process.argv[2] ?? '{}') as { dataDir: string; databaseUrl?: string }
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const fail = (fields: object, message: string) => say(`error ${message} ${JSON.stringify(fields)}`)
  const log = { info() {}, warn() {}, error: fail }
  const platform = await createPlatform({ databaseUrl: undefined, ...options }, log)
  await platform.database.migrate()
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  say(`drivers ${loaded.some((file) => /node_modules\/pg\//.test(file)) ? 'pg' : 'none'}`)
  const handler: JobHandler<string> = {
    definition: ownJob,
    run: async (payload, { attempt }) => {
      say(`run ${payload} ${attempt}`)
      if (payload.startsWith('endless')) await new Promise(() => {})
      await delay(payload.startsWith('poison') ? POISON_MS : INNOCENT_MS)
      if (payload.startsWith('poison')) process.kill(process.pid, 'SIGKILL')
      say(`done ${payload} ${attempt}`)
    },
    interrupted: async (payload) => void say(`interrupted ${payload}`),
    failed: async (payload, error) => void say(`failed ${payload}: ${(error as Error).message}`),
  }
  await platform.jobs.start([handler as JobHandler<never>])
  say('started')
  setInterval(() => {}, 60_000) // keeps the process running until it is killed
}

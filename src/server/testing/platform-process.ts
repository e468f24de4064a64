/**
 * A process of its own around a platform, for tests of what happens between processes. Run with the platform's
 * configuration as JSON; starts one kind of job, which never ends, and writes a line for each thing that happens.
 */
import { createRequire } from 'node:module'
import { createPlatform } from '../platform/create-platform.ts'
import type { JobDefinition, JobHandler } from '../platform/platform.ts'

export const endlessJob: JobDefinition<string> = {
  name: 'endless',
  attempts: 2,
  retryDelaySeconds: [60],
  concurrency: 1,
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
    definition: endlessJob,
    run: async (payload, { attempt }) => {
      say(`run ${payload} ${attempt}`)
      await new Promise(() => {})
    },
  }
  await platform.jobs.start([handler as JobHandler<never>])
  say('started')
  setInterval(() => {}, 60_000) // stays until it is killed
}

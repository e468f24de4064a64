import { constants } from 'node:os'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDependencies } from './dependencies.ts'
import { errorForLog } from './error-for-log.ts'
import { startSources } from './features/sources/index.ts'
import { startHousekeeping } from './housekeeping.ts'
import { DASHBOARD_FOLDER, ensureDashboard } from './http/build-dashboard.ts'
import { jobHandlers } from './jobs/registry.ts'
import { openLogOutput } from './log-output.ts'
import { createPlatform } from './platform/create-platform.ts'

type Signal = 'SIGTERM' | 'SIGINT'

/** A request or job in flight when the process is told to stop has this long. */
const GRACE_MS = 9_000
const OWN = 0o077

async function main(): Promise<void> {
  const umask = process.umask(OWN) // what it writes is its own user's alone
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {}) // as with the log
  const config = readConfig(process.env)
  const output = openLogOutput()
  process.on('exit', output.flush)
  const log = pino({ level: config.logLevel, serializers: { err: errorForLog } }, output)
  let stop = (signal: Signal): unknown => process.exit(128 + constants.signals[signal]) // nothing to finish yet
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
  // While developing, Vite serves the dashboard.
  const isBuildWanted = config.role !== 'worker' && !process.argv.includes('--no-dashboard')
  // The lock comes first: who has no business here changes nothing of the running server's.
  const platform = await naming(config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR', createPlatform(config, log))
  if (isBuildWanted) {
    process.umask(umask) // the dashboard is for whoever runs this installation next
    await ensureDashboard(DASHBOARD_FOLDER)
    process.umask(OWN)
  }
  await naming(config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR', platform.database.migrate())
  const { deps, close } = createDependencies(config, platform, log)
  if (config.role === 'http') await deps.jobs.watch(jobHandlers(deps))
  else {
    await deps.jobs.start(jobHandlers(deps))
    await startSources(deps)
    startHousekeeping(deps)
  }
  const app = await buildApp({ deps, dashboardFolder: DASHBOARD_FOLDER })
  const address = await naming('HOST and PORT', app.listen({ port: config.port, host: config.host }))
  console.log(`Baton is ready at ${config.publicUrl ?? address.replace('127.0.0.1', 'localhost')}`)

  let isStopping = false
  stop = async (signal) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(0), GRACE_MS + 500).unref()
    if (signal === 'SIGTERM') await app.drain() // nobody waits at a keyboard
    await app.close()
    await deps.jobs.stop(GRACE_MS / 2)
    await close()
    process.exit(0)
  }
}

/** Says which variable it comes from when the system refuses something, in words of its own. */
async function naming<T>(variable: string, work: Promise<T>): Promise<T> {
  return work.catch((error: NodeJS.ErrnoException) => {
    throw error.code ? new Error(`${variable}: ${error.message}`, { cause: error }) : error
  })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

import { constants } from 'node:os'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { startBackups } from './backup/nightly.ts'
import type { Dependencies } from './context.ts'
import { createDependencies } from './dependencies.ts'
import { startFetching } from './features/fetching/index.ts'
import { startRetention } from './features/privacy/index.ts'
import { startSites } from './features/sites/index.ts'
import { startSources } from './features/sources/index.ts'
import { startAlarms, startStatus } from './features/system/index.ts'
import { DASHBOARD_FOLDER, ensureDashboard, mustBuild } from './http/build-dashboard.ts'
import { jobHandlers } from './jobs/registry.ts'
import { createPlatform } from './platform/create-platform.ts'
import { errorForLog } from './process/error-for-log.ts'
import { startHousekeeping } from './process/housekeeping.ts'
import { shortageOnceAMinute } from './process/log-once-a-minute.ts'
import { openLogOutput } from './process/log-output.ts'
import { readableLine } from './process/readable-line.ts'
import type { Config } from './settings/config.ts'

type Signal = 'SIGTERM' | 'SIGINT'

/** Milliseconds for requests and jobs in progress to end after the process is told to stop. */
const GRACE_MS = 9_000
const OWN = 0o077

/** Starts the server, and resolves once it is ready. @throws Error whose message says what keeps it from starting */
export async function start(config: Config): Promise<void> {
  // In development, Vite serves the dashboard instead. That it can be built is known before a database is made.
  const isServed = config.role !== 'worker' && !process.argv.includes('--no-dashboard')
  const isBuildWanted = isServed && mustBuild(DASHBOARD_FOLDER)
  const umask = process.umask(OWN) // so that only this user can read the files that this process creates
  // An unwritable stream must not end the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const output = openLogOutput()
  process.on('exit', output.flush)
  const isText = config.logFormat === 'text'
  const readable = { write: (line: string) => output.write(readableLine(line)) }
  const hooks = shortageOnceAMinute()
  const log = pino({ level: config.logLevel, serializers: { err: errorForLog }, hooks }, isText ? readable : output)
  const print = (line: string) => (isText ? console.log(line) : log.info(line))
  // Replaced below, once there is work to finish.
  let stop = (signal: Signal): unknown => process.exit(128 + constants.signals[signal])
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))
  // The platform is created before the dashboard is built, because it takes the lock on the data folder: a second server must change nothing.
  const platform = await naming(config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR', createPlatform(config, log))
  if (isBuildWanted) {
    process.umask(umask) // other users may start this installation too, and must be able to read the dashboard
    await ensureDashboard(DASHBOARD_FOLDER, print)
    process.umask(OWN)
  }
  await naming(config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR', platform.database.migrate())
  const { deps, close } = createDependencies(config, platform, log)
  // The port is opened before jobs start: a process that ends because it is in use must not seem to die of a job.
  const app = await buildApp({ deps, dashboardFolder: DASHBOARD_FOLDER })
  const address = await naming('HOST and PORT', app.listen({ port: config.port, host: config.host }))
  const working = startWork(deps)

  let isStopping = false
  stop = async (signal) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(0), GRACE_MS + 500).unref()
    if (signal === 'SIGTERM') await app.drain() // not after Ctrl-C, when a person waits
    await app.close()
    await (await working)?.()
    await deps.jobs.stop(GRACE_MS / 2)
    await close()
    process.exit(0)
  }
  await working
  print(`Baton is ready at ${config.publicUrl ?? address.replace('127.0.0.1', 'localhost')}`)
}

/**
 * Starts what this process does besides answering requests: jobs and periodic work, or, in a process that only answers
 * requests, putting jobs of dead processes back into the queue.
 * @returns what must end before the rest, if there is something
 */
async function startWork(deps: Dependencies): Promise<(() => Promise<void>) | undefined> {
  startAlarms(deps)
  startStatus(deps)
  if (deps.config.role === 'http') {
    await deps.jobs.watch(jobHandlers(deps))
    return undefined
  }
  await deps.jobs.start(jobHandlers(deps))
  await startSources(deps)
  startHousekeeping(deps)
  startBackups(deps)
  startRetention(deps)
  startSites(deps)
  return startFetching(deps)
}

/** Puts a variable's name before the message of a coded error, which does not say which variable is wrong. */
async function naming<T>(variable: string, work: Promise<T>): Promise<T> {
  return work.catch((error: NodeJS.ErrnoException) => {
    throw error.code ? new Error(`${variable}: ${error.message}`, { cause: error }) : error
  })
}

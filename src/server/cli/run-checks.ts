import { parseArgs } from 'node:util'
import { checkRunJobs, runByCommand } from '../features/checks/index.ts'
import { jobHandlers } from '../jobs/registry.ts'
import { embeddedDatabaseIn } from '../platform/data-folder.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { runCommand } from './command.ts'
import { withDependencies } from './with-dependencies.ts'

const GRACE_MS = 5_000

/**
 * Runs all checks, after an unfinished run, for exactly so many credits. With PostgreSQL the server may be running.
 * @throws Error with a sentence when there is no embedded database, a server is using it, or the run can't be started
 */
async function runChecks(config: Config, agentId: string, credits: number) {
  if (!config.databaseUrl) embeddedDatabaseIn(config.dataDir)
  return withDependencies(config, async (deps) => {
    try {
      // This process takes only the jobs of check runs. All other queued jobs wait for the server.
      await deps.jobs.start(jobHandlers(deps).filter(({ definition }) => checkRunJobs.includes(definition.name)))
      return await runByCommand(deps, agentId, credits, () =>
        console.error('A run of these checks is in progress. This one begins at its end.'),
      )
    } finally {
      await deps.jobs.stop(GRACE_MS)
    }
  })
}

const USAGE = 'Usage: npm run checks -- AGENT [--credits NUMBER]'

await runCommand(async () => {
  const options = { credits: { type: 'string', default: '0' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [agentId] = positionals
  if (!agentId) throw new Error(USAGE)
  const { run, results } = await runChecks(readConfig(), agentId.toLowerCase(), Number(values.credits))
  for (const { question, verdict, verdict_before, is_muted, reply } of results)
    if (verdict === 'failed' && is_muted === 0)
      console.log(
        `${verdict_before === 'passed' ? 'broke ' : 'failed'}  ${question}\n        ${reply.replaceAll('\n', ' ')}`,
      )
  console.log(`${run.passed} passed, ${run.failed} failed; ${run.broke} broke, ${run.mended} mended.`)
  return run.status === 'done' && run.failed === 0
})

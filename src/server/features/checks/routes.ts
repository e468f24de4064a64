import type { Bindings } from '../../http/binding.ts'
import { placeOf, presentCheck, presentResult, presentRun } from './presenter.ts'
import { selectChecks, selectResults, selectResultsOf, selectRuns } from './queries.ts'
import { createCheck, deleteCheck, importChecks, updateCheck } from './save-checks.ts'
import { createCheckRun } from './start-run.ts'

export const checkRoutes = {
  listChecks: { run: async (ctx, { agent }) => (await selectChecks(ctx.database.read, agent.id)).map(presentCheck) },
  createCheck: { run: createCheck },
  importChecks: { run: importChecks },
  getCheck: { run: async (_ctx, { check }) => presentCheck(check) },
  updateCheck: { run: updateCheck },
  deleteCheck: { run: deleteCheck },
  listCheckResults: {
    run: async (ctx, { check }) =>
      (await selectResultsOf(ctx.database.read, check.id)).map((row) => ({
        ...presentResult(row),
        run_id: row.run_id,
      })),
  },
  createCheckRun: { run: createCheckRun },
  listCheckRuns: { run: async (ctx, { agent }) => (await selectRuns(ctx.database.read, agent.id)).map(presentRun) },
  getCheckRun: {
    async run(ctx, { run }) {
      const results = (await selectResults(ctx.database.read, run.id)).map(presentResult)
      return { ...presentRun(run), results: results.sort((one, other) => placeOf(one) - placeOf(other)) }
    },
  },
} satisfies Partial<Bindings>

import { handler } from '../../jobs/handler.ts'
import { eraseVisitors } from './erase-visitors.ts'
import { exportVisitors } from './export-visitors.ts'
import { visitorJob } from './jobs.ts'
import { changeJob, selectJob } from './queries.ts'

export const visitorJobHandler = handler(visitorJob, (deps) => ({
  async run({ jobId }, { signal }) {
    const job = await selectJob(deps.database.read, jobId)
    if (job?.status !== 'pending') return
    const work = job.kind === 'export' ? exportVisitors : eraseVisitors
    await work(deps, job, signal)
  },
  async failed({ jobId }, error) {
    deps.log.error({ err: error, job: jobId }, 'visitors could not be exported or erased')
    await deps.database.transaction((tx) => changeJob(tx, jobId, { status: 'failed' }))
  },
}))

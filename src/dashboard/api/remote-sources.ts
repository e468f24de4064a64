import { type TrainingStatus, trainingStatuses } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import type { CallPublic, Handlers } from './remote-handlers.ts'
import type { CallOptions } from './types.ts'

type Source = Data<'getSource'>
type Job = Data<'getTrainingJob'>

/**
 * Adds to sources what the public API leaves out of them. Progress and error take a request for each source that is
 * being trained or has failed; addresses can't be found out, so they are null.
 */
export function remoteSources(callPublic: CallPublic): Handlers {
  /** Failed jobs by id. They don't change any more. */
  const failed = new Map<string, Job>()

  const jobOf = async (agent: string, { status, task_id: taskId }: Source, options: CallOptions) => {
    if (status !== 'processing' && status !== 'failed') return undefined
    const known = failed.get(taskId)
    if (known) return known
    // A source is shown without its job if that can't be read.
    const job = await callPublic('getTrainingJob', { params: { agent, taskId } }, options).catch(() => undefined)
    if (job?.status === 'failed') failed.set(taskId, job)
    return job
  }

  const fill = async (agent: string, source: Source, options: CallOptions) => {
    const { progress = 0, error = null } = (await jobOf(agent, source, options)) ?? {}
    return { ...source, url: null, progress, error }
  }

  return {
    listFullSources: async (input, options) => {
      const page = await callPublic('listSources', input, options)
      return { ...page, data: await Promise.all(page.data.map((source) => fill(input.params.agent, source, options))) }
    },
    getFullSource: async (input, options) =>
      fill(input.params.agent, await callPublic('getSource', input, options), options),
    getSourceTotals: async ({ params, query }, options) => {
      const count = async (status: TrainingStatus) => {
        const input = { params, query: { ...query, status, per_page: 1 } }
        return [status, (await callPublic('listSources', input, options)).meta.total] as const
      }
      return Object.fromEntries(await Promise.all(trainingStatuses.map(count))) as Data<'getSourceTotals'>
    },
    listSourceAddresses: () => [],
  }
}

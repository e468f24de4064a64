import type { Dependencies } from '../context.ts'
import type { JobDefinition, JobHandler } from '../platform/platform.ts'

/** The handler of a job, made in each process from what the job does with that process's dependencies. */
export const handler =
  <Payload>(
    definition: JobDefinition<Payload>,
    make: (deps: Dependencies) => Omit<JobHandler<Payload>, 'definition'>,
  ): ((deps: Dependencies) => JobHandler<Payload>) =>
  (deps) => ({ definition, ...make(deps) })

import type { Dependencies } from '../context.ts'
import type { Tables, Tx } from '../db/tables.ts'
import type { JobDefinition } from '../platform/platform.ts'

export type KeptJob = Tables['jobs']

/**
 * Queues an exported job again, for its original time (at once if that is past) and with its full number of
 * attempts. Jobs that failed for good are skipped.
 */
export async function restoreJob(
  deps: Dependencies,
  tx: Tx,
  definitions: readonly JobDefinition<never>[],
  job: KeptJob,
): Promise<void> {
  if (job.state === 'dead') return
  const definition = definitions.find(({ name }) => name === job.name)
  if (!definition) throw new Error(`The file holds a job of an unknown kind: ${job.name}.`)
  const delaySeconds = Math.max(0, Math.ceil((job.run_at - deps.now()) / 1000))
  await deps.jobs.send(tx, definition as JobDefinition<unknown>, JSON.parse(job.payload), { delaySeconds })
}

import type { Dependencies } from '../../context.ts'
import type { JobHandler } from '../../platform/platform.ts'
import { type TakeOffPayload, takeOffJob } from './jobs.ts'
import { removeLabelled } from './queries.ts'

const STEP = 1_000 // rows per transaction, so that others can write in between

export function takeOffHandler(deps: Dependencies): JobHandler<TakeOffPayload> {
  return {
    definition: takeOffJob,
    async run({ labelId }, { signal }) {
      const step = () => deps.database.transaction((tx) => removeLabelled(tx, labelId, STEP))
      while (!signal.aborted && (await step()) === STEP);
      signal.throwIfAborted()
    },
  }
}

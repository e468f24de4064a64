import { handler } from '../../jobs/handler.ts'
import { takeOffJob } from './jobs.ts'
import { removeLabelled } from './queries.ts'

const STEP = 1_000 // rows per transaction, so that others can write in between

export const takeOffHandler = handler(takeOffJob, (deps) => ({
  async run({ labelId }, { signal }) {
    const step = () => deps.database.transaction((tx) => removeLabelled(tx, labelId, STEP))
    while (!signal.aborted && (await step()) === STEP);
    signal.throwIfAborted()
  },
}))

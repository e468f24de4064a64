import { type Context, systemContext } from '../../context.ts'
import { batches } from '../../db/batches.ts'
import { isMachineFailure } from '../../db/outage.ts'
import { handler } from '../../jobs/handler.ts'
import type { ChunkText } from '../../knowledge/types.ts'
import type { JobRun } from '../../platform/platform.ts'
import { type TrainPayload, trainJob } from './jobs.ts'
import { TrainingError, toTrainingError } from './problems.ts'
import { readSource } from './read-source.ts'
import { embedChunks } from './train-page.ts'
import {
  beginTraining,
  completeTraining,
  failTraining,
  pauseTraining,
  recordProgress,
  type TrainedChunk,
} from './training-state.ts'

const READ_PROGRESS = 15 // percent; the text has been read, and only embedding is left
const EMBEDDED_PROGRESS = 98
const PROGRESS_EVERY_MS = 400
/** Number of texts embedded at a time. Between two calls the job can stop, if it was replaced or aborted. */
const TEXTS_PER_CALL = 64

/** Reads, cuts and embeds a source outside any transaction, then replaces its chunks in one. */
export const trainHandler = handler(trainJob, (deps) => {
  const ctx = systemContext(deps)
  return {
    run: (task, run) => train(ctx, task, run),
    interrupted: (task) => pauseTraining(ctx, task),
    async failed(task, error) {
      const problem = toTrainingError(error)
      ctx.log.warn({ err: error, source_id: task.sourceId }, 'a source could not be trained on')
      await failTraining(ctx, task, problem.message)
    },
  }
})

async function train(ctx: Context, task: TrainPayload, { signal, attempt }: JobRun): Promise<void> {
  const source = await beginTraining(ctx, task)
  if (!source) return
  try {
    const { title, chunks, document } = await readSource(ctx, source, signal, task.siteId)
    const trained = await embed(ctx, task, chunks, signal)
    if (trained) await completeTraining(ctx, task, source, { title, chunks: trained, document })
  } catch (error) {
    // The queue has aborted the run and decides what follows.
    if (signal.aborted) throw signal.reason
    if (isMachineFailure(error)) throw error
    const problem = toTrainingError(error)
    if (problem.isPermanent) return failTraining(ctx, task, problem.message)
    if (attempt < trainJob.attempts) await pauseTraining(ctx, task)
    throw problem
  }
}

/** Embeds chunks. Undefined if the job was replaced or its source deleted in the meantime. */
async function embed(
  ctx: Context,
  task: TrainPayload,
  chunks: ChunkText[],
  signal: AbortSignal,
): Promise<TrainedChunk[] | undefined> {
  const trained: TrainedChunk[] = []
  let writtenAt = Number.NEGATIVE_INFINITY
  for (const batch of batches(chunks, TEXTS_PER_CALL)) {
    signal.throwIfAborted()
    if (performance.now() - writtenAt > PROGRESS_EVERY_MS) {
      const share = trained.length / chunks.length
      const progress = Math.floor(READ_PROGRESS + share * (EMBEDDED_PROGRESS - READ_PROGRESS))
      if (!(await recordProgress(ctx, task, progress))) return undefined
      writtenAt = performance.now()
    }
    trained.push(...(await embedChunks(ctx, batch).catch(embeddingFailed)))
  }
  return trained
}

function embeddingFailed(error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error)
  throw new TrainingError(`The text was read, but the embedding model could not take it in: ${reason}`, {
    isPermanent: false,
    cause: error,
  })
}

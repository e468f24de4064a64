import type { TrainingStatus } from '#contract/enums.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { emit } from '../../events/emit.ts'
import { toBytes } from '../../knowledge/pack.ts'
import type { ChunkText } from '../../knowledge/types.ts'
import { advanceKnowledge, lockAgent } from '../agents/index.ts'
import { countSources } from './counts.ts'
import type { TrainPayload } from './jobs.ts'
import { keepRead } from './keep-read.ts'
import { changeSource, lockLiveSource } from './queries.ts'
import type { ReadSource } from './read-source.ts'
import { fitTitle } from './titles.ts'
import { changeTrainingJob, insertChunks, raiseProgress, removeChunks } from './training-queries.ts'

interface Change {
  status: TrainingStatus
  title?: string | undefined
  progress?: number
  error?: string | null
}

/** Marks a source as `processing`; undefined if it was deleted or a newer job has replaced this one. */
export function beginTraining(ctx: Context, task: TrainPayload): Promise<Row<'sources'> | undefined> {
  return ctx.database.transaction((tx) => change(ctx, tx, task, { status: 'processing', error: null }))
}

/** Marks a source as `pending` until the next attempt. Its progress is kept, so that it never falls. */
export async function pauseTraining(ctx: Context, task: TrainPayload): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    const source = await lockLiveSource(tx, task.sourceId)
    if (source?.status === 'processing') await change(ctx, tx, task, { status: 'pending' })
  })
}

/** Marks a source as `failed` for a reason, unless it was deleted or a newer job has replaced this one. */
export async function failTraining(ctx: Context, task: TrainPayload, error: string): Promise<void> {
  await ctx.database.transaction((tx) => change(ctx, tx, task, { status: 'failed', error }))
}

/** Stores the progress in percent. @returns false if the job is to stop, as it was replaced or its source deleted */
export function recordProgress(ctx: Context, task: TrainPayload, progress: number): Promise<boolean> {
  return ctx.database.transaction(async (tx) => {
    const agentId = await raiseProgress(tx, task.taskId, progress, ctx.now())
    if (agentId !== undefined) await countSources(tx, agentId, [], [])
    return agentId !== undefined
  })
}

export interface TrainedChunk extends ChunkText {
  embedding: Float32Array<ArrayBuffer>
}

/** A source as it was read, with the embeddings of its chunks. */
export interface Trained extends Omit<ReadSource, 'chunks'> {
  chunks: TrainedChunk[]
}

/** Replaces the source's chunks by the new ones in a single transaction. */
export async function completeTraining(
  ctx: Context,
  task: TrainPayload,
  source: Row<'sources'>,
  trained: Trained,
): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    // The agent is locked before the source everywhere, so that two transactions can't deadlock.
    if (await lockAgent(tx, source.agent_id)) await swapIn(ctx, tx, task, source, trained)
  })
}

/** Replaces a source's chunks, with the agent locked, unless it was deleted or a newer job has replaced this one. */
export async function swapIn(
  ctx: Context,
  tx: Tx,
  task: Pick<TrainPayload, 'sourceId' | 'taskId'>,
  source: Pick<Row<'sources'>, 'id' | 'agent_id'>,
  trained: Trained,
): Promise<void> {
  const rows = trained.chunks.map(({ heading, content, embedding }, position) => ({
    id: newId(),
    agent_id: source.agent_id,
    source_id: source.id,
    position,
    heading,
    content,
    embedding: toBytes(embedding),
    embedding_model: ctx.knowledge.embeddingModel,
  }))
  const title = trained.title && fitTitle(trained.title)
  const changed = await change(ctx, tx, task, { status: 'completed', title, progress: 100, error: null })
  if (!changed) return
  if (trained.document) await keepRead(ctx, tx, changed, trained.document)
  await removeChunks(tx, source.id)
  await insertChunks(tx, rows)
  await advanceKnowledge(tx, source.agent_id, source.id)
}

async function change(
  ctx: Context,
  tx: Tx,
  { sourceId, taskId }: Pick<TrainPayload, 'sourceId' | 'taskId'>,
  { status, title, progress, error }: Change,
): Promise<Row<'sources'> | undefined> {
  const found = await lockLiveSource(tx, sourceId)
  if (found?.task_id !== taskId) return undefined
  const { organization_id, ...before } = found
  const now = ctx.now()
  const after: Row<'sources'> = {
    ...before,
    status,
    title: before.has_own_title ? before.title : (title ?? before.title),
    updated_at: now,
  }
  await changeTrainingJob(tx, taskId, { status, progress, error, updated_at: now }) // what is undefined stays
  await changeSource(tx, sourceId, { status, title: after.title, updated_at: now })
  await countSources(tx, before.agent_id, [before], [after])
  await emit(ctx, tx, organization_id, { type: 'source.updated', agent_id: before.agent_id, source_id: sourceId })
  return after
}

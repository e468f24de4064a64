import { isAtLeast } from '#contract/roles.ts'
import { routes } from '#contract/routes.ts'
import { type Context, type Dependencies, systemContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { handler } from '../../jobs/handler.ts'
import { lockAgent } from '../agents/index.ts'
import { roleIn } from '../organizations/index.ts'
import { changeBulk, selectBulk, selectBulkToChange } from './bulk-queries.ts'
import { withdrawSource } from './delete-source.ts'
import { bulkJob } from './jobs.ts'
import { lockSource } from './queries.ts'
import { restartTraining } from './retrain-source.ts'

const LEAST_ROLE = routes.createSourceBulk.role

/** Applies a bulk action; progress is stored in each source's transaction, so that a new attempt repeats nothing. */
export const bulkHandler = handler(bulkJob, (deps) => ({
  async run({ bulkId }, { signal }) {
    const bulk = await selectBulk(deps.database.read, bulkId)
    if (!bulk) return
    const ctx = contextOf(deps, bulk)
    const ids = JSON.parse(bulk.source_ids) as string[]
    for (let isOver = false; !isOver; ) {
      signal.throwIfAborted()
      isOver = await deps.database.transaction((tx) => doNext(ctx, tx, bulk, ids))
    }
  },
  async failed({ bulkId }, error) {
    deps.log.error({ err: error, bulk: bulkId }, 'what was to be done to many sources could not be ended')
    await deps.database.transaction(async (tx) => {
      if ((await selectBulkToChange(tx, bulkId))?.status === 'pending')
        await changeBulk(tx, bulkId, { status: 'failed' })
    })
  },
}))

/** Acts as the member who asked for the bulk action, so that the audit log names them. */
const contextOf = (deps: Dependencies, { user_id: userId, address }: Row<'source_bulks'>): Context => ({
  ...systemContext(deps),
  actor: { kind: 'session', userId, sessionId: '' },
  ip: address,
})

/** Applies a bulk action to its next source. @returns whether the bulk action has ended */
async function doNext(ctx: Context, tx: Tx, { id, agent_id }: Row<'source_bulks'>, ids: string[]): Promise<boolean> {
  const agent = await lockAgent(tx, agent_id)
  const bulk = await selectBulkToChange(tx, id)
  if (bulk?.status !== 'pending') return true
  if (!agent || !(await mayStill(tx, agent, bulk))) {
    await changeBulk(tx, id, { status: 'failed' })
    return true
  }
  const next = ids[bulk.done + bulk.failed]
  if (next === undefined) {
    await changeBulk(tx, id, { status: 'done' })
    return true
  }
  const isDone = agent.is_disabled === 0 && (await act(ctx, tx, agent, bulk, next))
  await changeBulk(tx, id, isDone ? { done: bulk.done + 1 } : { failed: bulk.failed + 1 })
  return false
}

/** Whether the person who asked for a bulk action is still a member whose role allows it. */
async function mayStill(tx: Tx, agent: Row<'agents'>, bulk: Row<'source_bulks'>): Promise<boolean> {
  const role = await roleIn(tx, agent.organization_id, bulk.user_id)
  return role !== null && isAtLeast(role, LEAST_ROLE)
}

/** @returns whether the source was there */
async function act(
  ctx: Context,
  tx: Tx,
  agent: Row<'agents'>,
  { kind }: Row<'source_bulks'>,
  sourceId: string,
): Promise<boolean> {
  const source = await lockSource(tx, agent.id, sourceId)
  if (!source) return false
  if (kind === 'delete') await withdrawSource(ctx, tx, agent, source)
  else await restartTraining(ctx, tx, agent, source)
  return true
}

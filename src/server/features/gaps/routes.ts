import type { GapState } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import type { Dependencies } from '../../context.ts'
import { readPage } from '../../db/paginate.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Bindings } from '../../http/binding.ts'
import { lockGaps } from './central-questions.ts'
import { countGap, totalGaps } from './counts.ts'
import {
  changeAskedBy,
  changeGap,
  countGone,
  gapIds,
  type ShownGap,
  selectAskedBefore,
  selectGap,
  selectMessagesOfConversation,
  selectProofId,
  selectQuestions,
  selectShownGaps,
} from './queries.ts'

/**
 * Sets a gap's state; with `from`, only if it is in that state, and with `version`, only if no question has come since.
 * @returns whether the gap is still there
 */
export async function changeGapState(
  deps: Dependencies,
  tx: Tx,
  agent: Pick<Row<'agents'>, 'id' | 'organization_id'>,
  id: string,
  { from, to, version }: { from?: GapState; to: GapState; version?: number },
): Promise<boolean> {
  await lockGaps(tx, agent.id)
  const before = await selectGap(tx, id)
  if (!before) return false
  if (before.state === to || (from && before.state !== from)) return true
  if (version !== undefined && before.version !== version) return true
  await changeGap(tx, id, { state: to })
  await countGap(tx, agent.id, before.state, to)
  await emit(deps, tx, agent.organization_id, { type: 'gap.updated', agent_id: agent.id, gap_id: id })
  return true
}

const presentGap = (row: ShownGap): Data<'updateGap'> => ({
  id: row.id,
  question: row.question,
  count: row.count,
  visitors: row.visitors,
  conversations: row.conversations,
  first_at: isoTime(row.first_at),
  last_at: isoTime(row.last_at),
  state: row.state,
})

/** If a conversation's visitor turns out to be another one, counts its questions in gaps for that visitor. */
export async function changeVisitor(
  deps: Dependencies,
  tx: Tx,
  before: Row<'conversations'>,
  { id, agent_id, organization_id, chat_user_id }: Row<'conversations'>,
): Promise<void> {
  if (before.chat_user_id === chat_user_id) return
  if ((await selectMessagesOfConversation(tx, id)).length === 0) return
  await lockGaps(tx, agent_id)
  const messages = await selectMessagesOfConversation(tx, id)
  for (const [gapId, asked] of Map.groupBy(messages, ({ gap_id }) => gap_id)) {
    const gap = await selectGap(tx, gapId)
    if (!gap) continue
    const { visitor: isKnown } = await selectAskedBefore(tx, gapId, { conversation_id: id, chat_user_id })
    await changeAskedBy(tx, gapId, id, chat_user_id)
    const gone = await countGone(tx, gapId, asked)
    await changeGap(tx, gapId, { visitors: gap.visitors + (isKnown ? 0 : 1) - gone })
    await emit(deps, tx, organization_id, { type: 'gap.updated', agent_id, gap_id: gapId })
  }
}

const QUESTIONS_MAXIMUM = 1_000

export const gapRoutes = {
  listGaps: {
    run: (ctx, { agent, query }) =>
      readPage(ctx.database, query, {
        total: (db) => totalGaps(db, agent.id, query.state),
        ids: (db) => gapIds(db, agent.id, query.state),
        by: query.sort === 'count' ? ['count', 'id'] : ['last_at', 'id'],
        rows: selectShownGaps,
        present: presentGap,
      }),
  },
  getGap: {
    run: (ctx, { gap }) =>
      ctx.database.snapshot(async (db) => {
        const shown = await showGap(db, gap.id)
        const questions = await selectQuestions(db, gap.id, QUESTIONS_MAXIMUM)
        const messages = questions.map(({ asked_at, ...asked }) => ({ ...asked, asked_at: isoTime(asked_at) }))
        return { ...shown, proof_id: await selectProofId(db, gap.id), messages }
      }),
  },
  updateGap: {
    run: (ctx, { agent, gap: { id }, body }) =>
      ctx.database.transaction(async (tx) => {
        if (!(await changeGapState(ctx, tx, agent, id, { to: body.state }))) throw new AppError('resource_not_found')
        return showGap(tx, id)
      }),
  },
} satisfies Partial<Bindings>

async function showGap(db: Db, id: string) {
  const [row] = await selectShownGaps(db, [id])
  if (!row) throw new AppError('resource_not_found') // its last question was erased meanwhile, and the gap with it
  return presentGap(row)
}

import { readPage } from '../../db/paginate.ts'
import type { Db } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import { AppError } from '../../errors.ts'
import type { Bindings } from '../../http/binding.ts'
import { changeGapState } from './change-gap-state.ts'
import { totalGaps } from './counts.ts'
import { presentGap } from './presenter.ts'
import { gapIds, selectProofId, selectQuestions, selectShownGaps } from './queries.ts'

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

import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import { lockAgent } from '../agents/index.ts'
import { lockSource } from './queries.ts'

interface Known {
  agent: Pick<Row<'agents'>, 'id'>
  source: Pick<Row<'sources'>, 'id'>
}

type Work<T> = (tx: Tx, agent: Row<'agents'>, source: Row<'sources'>) => Promise<T>

/**
 * Runs `work` in a transaction that has locked the agent and then its source, and has read both again.
 * @throws AppError 404 when either has been deleted meanwhile; what `work` throws
 */
export const holdingSource = <T>(ctx: Dependencies, known: Known, work: Work<T>) => holding(ctx, known, false, work)

/**
 * Does for a draft what `holdingSource` does for a source.
 * @throws AppError 404 also when the draft has been published meanwhile
 */
export const holdingDraft = <T>(ctx: Dependencies, known: Known, work: Work<T>) => holding(ctx, known, true, work)

function holding<T>(ctx: Dependencies, known: Known, isDraft: boolean, work: Work<T>): Promise<T> {
  return ctx.database.transaction(async (tx) => {
    const agent = orNotFound(await lockAgent(tx, known.agent.id))
    const source = orNotFound(await lockSource(tx, agent.id, known.source.id, isDraft))
    return work(tx, agent, source)
  })
}

import type { Actor, Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { CHANGED } from '../../events/conversation-topic.ts'
import type { LocatedAgent } from '../../http/binding.ts'
import { findVisitedAgent } from '../agents/index.ts'
import { lockVisitor } from './queries.ts'

/**
 * @throws AppError 404 if the agent has been deleted; Error for any other actor: the route must need a visitor's token
 */
export function visiting(ctx: Context): Extract<Actor, { kind: 'visitor' }> {
  if (ctx.actor.kind !== 'visitor') throw new Error('No visitor stands behind this request.')
  if (ctx.actor.isAgentDeleted) throw new AppError('resource_not_found')
  return ctx.actor
}

/** The agent with which the visitor talks. @throws AppError 404 if it has been deleted */
export const visitedAgent = (ctx: Context): Promise<LocatedAgent> => findVisitedAgent(ctx, visiting(ctx).agentId)

/** The notification topic of what a visitor has done, by which their streams learn when to look again. */
export const visitorTopic = (visitorId: string): string => `visitor:${visitorId}`

/**
 * Runs `work` in a transaction in which nothing else happens for the visitor, and notifies their streams.
 * @throws AppError 401 if the visitor is gone, as after a merge; 404 if the agent is; what `work` throws
 */
export function holdingVisitor<T>(ctx: Context, work: (tx: Tx, visitor: Row<'visitors'>) => Promise<T>): Promise<T> {
  return ctx.database.transaction(async (tx) => {
    const visitor = await lockVisitor(tx, visiting(ctx).visitorId)
    if (!visitor) throw new AppError('unauthenticated')
    await ctx.notifications.notify(tx, visitorTopic(visitor.id), CHANGED)
    return work(tx, visitor)
  })
}

import { actingUserId, type Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { deleteSession, selectSession } from './queries.ts'

/** The person's own session by id. @throws AppError 404; 403 for somebody else's */
export async function findSession(ctx: Context, id: string): Promise<Row<'sessions'>> {
  const row = await selectSession(ctx.database.read, id)
  if (!row || row.expires_at <= ctx.now()) throw new AppError('resource_not_found')
  if (row.user_id !== actingUserId(ctx)) throw new AppError('forbidden')
  return row
}

/** Ends it: its cookie, and the tokens made from it, are refused from now on. */
export async function endSession(ctx: Context, { session }: { session: Row<'sessions'> }): Promise<undefined> {
  await ctx.database.transaction((tx) => deleteSession(tx, session.id))
  if (ctx.actor.kind === 'session' && ctx.actor.sessionId === session.id) ctx.setSessionCookie(null)
}

import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { deleteSession } from './queries.ts'

/** Ends a session. Its cookie and the tokens made from it are refused from then on. */
export async function endSession(ctx: Context, { session }: { session: Row<'sessions'> }): Promise<undefined> {
  await ctx.database.transaction((tx) => deleteSession(tx, session.id))
  if (ctx.actor.kind === 'session' && ctx.actor.sessionId === session.id) ctx.setSessionCookie(null)
}

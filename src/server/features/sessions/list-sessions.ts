import type { Data } from '#contract/index.ts'
import { actingUserId, type Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime } from '../../db/time.ts'
import { selectSessions } from './queries.ts'
import { SESSION_MS } from './start-session.ts'

/**
 * Lists the sessions, the latest used first. Last use is known to the day, as it is noted when it extends a session.
 */
export async function listSessions(ctx: Context): Promise<Data<'listSessions'>> {
  const { actor } = ctx
  const rows = await selectSessions(ctx.database.read, actingUserId(ctx), ctx.now())
  return rows.map((row) => present(row, actor.kind === 'session' && actor.sessionId === row.id))
}

function present(row: Row<'sessions'>, isCurrent: boolean): Data<'listSessions'>[number] {
  return {
    id: row.id,
    user_agent: row.user_agent,
    created_at: isoTime(row.created_at),
    last_used_at: isoTime(Math.max(row.created_at, row.expires_at - SESSION_MS)),
    is_current: isCurrent,
  }
}

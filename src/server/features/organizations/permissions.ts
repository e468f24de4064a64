import { isAtLeast, type Role } from '#contract/roles.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { markSeen } from './queries.ts'

/** The asking person's role in an organization, and when they were last seen there; both null if they are no member. */
interface Standing {
  role: Role | null
  last_seen_at: number | null
}

/** Milliseconds: `last_seen_at` is written at most this often. */
const SEEN_EVERY_MS = 60_000

/** The id of the person whose membership counts; an empty text where nobody is signed in, as for a job or a visitor. */
export function askingUserId({ actor }: Pick<Context, 'actor'>): string {
  return actor.kind === 'api_key' || actor.kind === 'session' ? actor.userId : ''
}

/**
 * The one place that decides who may use which route in an organization. An API key, and a token made from a session,
 * are for one organization. Jobs are always allowed.
 * @throws AppError 403 unless the asking person is a member with at least the role that the route requires
 */
export function assertMay(ctx: Context, organizationId: string, standing: Standing): void {
  const { actor, leastRole } = ctx
  if (actor.kind === 'system') return
  if (actor.kind === 'anonymous' || actor.kind === 'visitor') throw new AppError('forbidden')
  if ((actor.organizationId ?? organizationId) !== organizationId || !standing.role) throw new AppError('forbidden')
  if (leastRole !== 'anybody' && !isAtLeast(standing.role, leastRole)) throw new AppError('forbidden')
  if (actor.kind === 'session') noteSeen(ctx, organizationId, actor.userId, standing.last_seen_at)
}

/** Notes that a member is active. The request does not wait for it. */
function noteSeen(ctx: Context, organizationId: string, userId: string, lastSeenAt: number | null): void {
  const now = ctx.now()
  if ((lastSeenAt ?? 0) >= now - SEEN_EVERY_MS) return
  ctx.database
    .transaction((tx) => markSeen(tx, organizationId, userId, now, now - SEEN_EVERY_MS))
    .catch((error) => ctx.log.warn({ err: error }, 'could not note when a member was seen'))
}

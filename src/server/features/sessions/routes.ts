import type { Data } from '#contract/index.ts'
import { actingUserId, type Context, type PostContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime } from '../../db/time.ts'
import { AppError, invalid } from '../../errors.ts'
import { eventMark } from '../../events/read-events.ts'
import type { Bindings, Verb } from '../../http/binding.ts'
import { hashToken, newSessionToken } from '../keys/index.ts'
import { holdSession, organizationsOf, ownSettingsOf } from '../organizations/index.ts'
import { presentSession } from './authenticate-session.ts'
import { deleteExpiredTokens, deleteSession, hasUsers, insertSessionToken, selectSessions } from './queries.ts'
import { signIn } from './sign-in.ts'
import { setUp, signUp } from './sign-up.ts'
import { SESSION_MS } from './start-session.ts'

const TOKEN_MS = 15 * 60 * 1000

/**
 * Creates a bearer token for /v1 and one organization, which ends after 15 minutes or with the session. It may do what
 * its holder's role there allows.
 * @throws AppError 401 if the session has ended; 403 if the user is not in the organization; 422 on `organization` if
 * they are in several and name none
 */
const createSessionToken: Verb<'createSessionToken'> = async (ctx, { body }) => {
  if (ctx.actor.kind !== 'session') throw new AppError('unauthenticated')
  const { sessionId } = ctx.actor
  const organizationId = await chosenOrganization(ctx, body.organization)
  const token = newSessionToken()
  const now = ctx.now()
  const expiresAt = now + TOKEN_MS
  return ctx.database.transaction(async (tx) => {
    if (!(await holdSession(tx, sessionId))) throw new AppError('unauthenticated') // ended while the body arrived
    await deleteExpiredTokens(tx, sessionId, now)
    const row = { session_id: sessionId, organization_id: organizationId, expires_at: expiresAt }
    await insertSessionToken(tx, { ...row, token_hash: hashToken(token) })
    return ctx.answer(tx, { token, expires_at: isoTime(expiresAt) })
  })
}

async function chosenOrganization(ctx: PostContext, wanted: string | undefined): Promise<string> {
  const own = await organizationsOf(ctx.database.read, actingUserId(ctx))
  if (wanted === undefined && own.length > 1) throw invalid('organization', 'is required of a member of several')
  const chosen = wanted === undefined ? own[0] : own.find(({ id }) => id === wanted)
  if (!chosen) throw new AppError('forbidden')
  return chosen.id
}

/** Ends a session. Its cookie and the tokens made from it are refused from then on. */
async function endSession(ctx: Context, { session }: { session: Row<'sessions'> }): Promise<undefined> {
  await ctx.database.transaction((tx) => deleteSession(tx, session.id))
  if (ctx.actor.kind === 'session' && ctx.actor.sessionId === session.id) ctx.setSessionCookie(null)
}

/**
 * Lists the sessions, the latest used first. Last use is known to the day, as it is noted when it extends a session.
 */
async function listSessions(ctx: Context): Promise<Data<'listSessions'>> {
  const { actor } = ctx
  const rows = await selectSessions(ctx.database.read, actingUserId(ctx), ctx.now())
  return rows.map((row) => present(row, actor.kind === 'session' && actor.sessionId === row.id))
}

const present = (row: Row<'sessions'>, isCurrent: boolean): Data<'listSessions'>[number] => ({
  id: row.id,
  user_agent: row.user_agent,
  created_at: isoTime(row.created_at),
  last_used_at: isoTime(Math.max(row.created_at, row.expires_at - SESSION_MS)),
  is_current: isCurrent,
})

export const sessionRoutes = {
  getSetup: { run: async (ctx) => ({ needs_setup: !(await hasUsers(ctx.database.read)) }) },
  getStart: {
    async run({ actor, database, mail }) {
      const session = actor.kind === 'session' ? await presentSession(database.read, actor.userId) : null
      const own_settings = session ? await ownSettingsOf(database.read, session.user.id) : {}
      const event_marks: Record<string, string> = {}
      for (const { id } of session?.organizations ?? []) event_marks[id] = await eventMark(database.read, id)
      const needsSetup = session === null && !(await hasUsers(database.read))
      return { needs_setup: needsSetup, session, event_marks, own_settings, sends_mail: mail !== undefined }
    },
  },
  setUp: { run: setUp },
  signUp: { run: signUp },
  signIn: { run: signIn },
  getSession: { run: (ctx) => presentSession(ctx.database.read, actingUserId(ctx)) },
  signOut: {
    async run(ctx) {
      const { actor } = ctx
      if (actor.kind === 'session') await ctx.database.transaction((tx) => deleteSession(tx, actor.sessionId))
      ctx.setSessionCookie(null)
    },
  },
  createSessionToken: { run: createSessionToken },
  listSessions: { run: listSessions },
  endSession: { run: endSession },
} satisfies Partial<Bindings>

import { actingUserId } from '../../context.ts'
import { eventMark } from '../../events/read-events.ts'
import type { Bindings } from '../../http/binding.ts'
import { ownSettingsOf } from '../organizations/index.ts'
import { createSessionToken } from './create-session-token.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'
import { presentSession } from './present-session.ts'
import { deleteSession, hasUsers } from './queries.ts'
import { signIn } from './sign-in.ts'
import { setUp, signUp } from './sign-up.ts'

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

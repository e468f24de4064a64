import { actingUserId } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import { openedTopic } from '../../events/opened.ts'
import type { Bindings } from '../../http/binding.ts'
import { selectOpenedBy } from './queries.ts'

export const presenceRoutes = {
  tellPresence: {
    async run(ctx, { organization, body }) {
      const { conversation_id, is_writing, is_note = false } = body
      const user_id = actingUserId(ctx)
      const opened = orNotFound(await selectOpenedBy(ctx.database.read, organization.id, conversation_id, user_id))
      ctx.notifications.tell(openedTopic(organization.id, user_id), conversation_id)
      const { agent_id, name: user_name } = opened
      const type = 'presence'
      const event = { type, agent_id, conversation_id, user_id, user_name, is_writing } as const
      await ctx.presence.note(organization.id, event, is_note)
      return ctx.presence
        .others(conversation_id, user_id)
        .map((other) => ({ user_id: other.user_id, name: other.user_name, is_writing: other.is_writing }))
    },
  },
} satisfies Partial<Bindings>

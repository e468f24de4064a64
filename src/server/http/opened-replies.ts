import type { StreamEvent } from '#contract/events.ts'
import type { Dependencies } from '../context.ts'
import { OPEN_FOR_MS, openedTopic } from '../events/opened.ts'
import { followReply, type ReplyFollower } from './bindings.ts'

interface Member {
  organizationId: string
  userId: string
  /** Called when there are new events. */
  ring: () => void
  /** Whether the client reads more slowly than text is written. News that comes while it does is left out. */
  isBehind: () => boolean
}

/** Follows what the AI is writing in the conversations that a member has open, in any of their tabs. */
export function followOpenedReplies(deps: Dependencies, { organizationId, userId, ring, isBehind }: Member) {
  const opened = new Map<string, { reply: ReplyFollower; until: number }>()
  const stop = deps.notifications.subscribe(openedTopic(organizationId, userId), (conversationId) => {
    if (conversationId === null) return
    const reply = opened.get(conversationId)?.reply ?? followReply(deps, conversationId, { ring, isBehind })
    opened.set(conversationId, { reply, until: deps.now() + OPEN_FOR_MS })
  })
  const forget = (conversationId: string) => {
    opened.get(conversationId)?.reply.stop()
    opened.delete(conversationId)
  }
  return {
    hasNews: () => [...opened.values()].some(({ reply }) => reply.hasNews()),
    /** Returns the new events for the member's stream, each as JSON. */
    async told(): Promise<string[]> {
      const texts: string[] = []
      for (const [conversation_id, { reply, until }] of opened) {
        for (const { data } of await reply.told()) {
          const { reply: reply_id, ...piece } = data
          const ids = { conversation_id, reply_id }
          const event: StreamEvent =
            'text' in piece ? { type: 'reply.delta', ...ids, ...piece } : { type: 'reply.retracted', ...ids }
          texts.push(JSON.stringify(event))
        }
        if (until < deps.now()) forget(conversation_id)
      }
      return texts
    },
    stop() {
      stop()
      for (const conversationId of [...opened.keys()]) forget(conversationId)
    },
  }
}

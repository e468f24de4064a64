import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TeachDialog } from '#dashboard/components/teaching/teach-dialog.tsx'
import type { ThreadMessage } from './messages.ts'
import { type ConversationIds, conversationQuery, threadQuery } from './query.ts'

interface TeachMessageProps {
  ids: ConversationIds
  message: ThreadMessage
  onClose: () => void
}

/** Teaches a human reply as the answer; the question is the visitor's last message before it, if loaded. */
export function TeachMessage({ ids, message, onClose }: TeachMessageProps) {
  const client = useQueryClient()
  const thread = useQuery(threadQuery(ids))
  const conversation = useQuery(conversationQuery(client, ids))
  const messages = thread.data?.messages ?? []
  const at = messages.findIndex(({ id }) => id === message.id)
  const asked = messages.slice(0, Math.max(0, at)).findLast(({ role }) => role === 'visitor')
  return (
    <TeachDialog
      agentId={ids.agentId}
      from={{ conversation: ids.conversationId, message: message.id }}
      question={asked?.content ?? ''}
      answer={message.content}
      names={[conversation.data?.chat_user.name ?? null]}
      onClose={onClose}
    />
  )
}

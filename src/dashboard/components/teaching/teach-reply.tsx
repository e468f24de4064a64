import { api } from '#dashboard/api/api.ts'
import { TeachDialog } from './teach-dialog.tsx'

interface TeachReplyProps {
  agentId: string
  conversationId: string
  messageId: string
  /** The answer to begin with: that of a person; absent for a reply of the AI, which is to be replaced. */
  answer?: string
  visitor: string | null
  onClose: () => void
}

/** Teaches the answer to what a visitor had asked before a reply; which of their lines that is can be chosen. */
export function TeachReply({ agentId, conversationId, messageId, answer = '', visitor, onClose }: TeachReplyProps) {
  const params = { agent: agentId, conversation: conversationId, message: messageId }
  const found = api.listTeachable.useQuery({ params })
  if (found.isPending) return null // for a moment; it is not worth a dialog of its own
  return (
    <TeachDialog
      agentId={agentId}
      from={{ conversation: conversationId, message: messageId }}
      questions={found.data?.questions.map(({ content }) => content) ?? []}
      answer={answer}
      names={[visitor]}
      notLoaded={found.data ? undefined : found.error}
      onClose={onClose}
    />
  )
}

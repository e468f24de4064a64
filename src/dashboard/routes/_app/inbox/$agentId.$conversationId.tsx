import { createFileRoute } from '@tanstack/react-router'
import { ConversationPane, prepareConversation } from '#dashboard/features/inbox/conversation-pane.tsx'
import { prefetchConversation } from '#dashboard/features/inbox/thread/query.ts'

export const Route = createFileRoute('/_app/inbox/$agentId/$conversationId')({
  loader: ({ context, params }) => {
    prefetchConversation(context.queryClient, params)
    return prepareConversation()
  },
  component: function Conversation() {
    const { agentId, conversationId } = Route.useParams()
    return <ConversationPane key={conversationId} agentId={agentId} conversationId={conversationId} />
  },
})

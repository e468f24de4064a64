import { createFileRoute } from '@tanstack/react-router'
import { AgentOverview } from '#dashboard/features/agents/agent-overview.tsx'
import { Playground } from '#dashboard/features/playground/playground.tsx'
import { someText } from '#dashboard/lib/search.ts'

export const Route = createFileRoute('/_app/agents/$agentId/')({
  validateSearch: (search): { conversation?: string | undefined } => ({ conversation: someText(search.conversation) }),
  component: () => {
    const { agentId } = Route.useParams()
    const { conversation } = Route.useSearch()
    const navigate = Route.useNavigate()
    const onConversation = (id: string | undefined) =>
      void navigate({ search: id ? { conversation: id } : {}, replace: true })
    return (
      <AgentOverview
        agentId={agentId}
        playground={
          <Playground key={agentId} agentId={agentId} conversationId={conversation} onConversation={onConversation} />
        }
      />
    )
  },
})

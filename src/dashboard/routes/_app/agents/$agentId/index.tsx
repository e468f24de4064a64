import { createFileRoute } from '@tanstack/react-router'
import { AgentOverview } from '#dashboard/features/agents/agent-overview.tsx'
import { Playground } from '#dashboard/features/playground/playground.tsx'
import { someText } from '#dashboard/lib/search.ts'

/** The conversation last tried with each agent, so that a look at another tab does not lose it. */
const lastTried = new Map<string, string>()

export const Route = createFileRoute('/_app/agents/$agentId/')({
  validateSearch: (search): { conversation?: string | undefined } => ({ conversation: someText(search.conversation) }),
  component: () => {
    const { agentId } = Route.useParams()
    const { conversation = lastTried.get(agentId) } = Route.useSearch()
    const navigate = Route.useNavigate()
    const onConversation = (id: string | undefined) => {
      if (id) lastTried.set(agentId, id)
      else lastTried.delete(agentId)
      void navigate({ search: { conversation: id }, replace: true, resetScroll: false })
    }
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

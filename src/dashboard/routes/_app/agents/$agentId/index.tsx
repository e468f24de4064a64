import { createFileRoute } from '@tanstack/react-router'
import { AgentOverview } from '#dashboard/features/agents/agent-overview.tsx'
import { AgentNumbers } from '#dashboard/features/overview/agent-numbers.tsx'
import { useHasReplied } from '#dashboard/features/playground/said.ts'

// The search parameters are read by `AgentNumbers`, as the code of routes is part of every first load.
export const Route = createFileRoute('/_app/agents/$agentId/')({
  validateSearch: (search) => search as { range?: string; channel?: string; number?: string; part?: string },
  component: () => {
    const { agentId } = Route.useParams()
    return (
      <AgentOverview
        agentId={agentId}
        isTried={useHasReplied(agentId)}
        numbers={<AgentNumbers key={agentId} agentId={agentId} />}
      />
    )
  },
})

import { createFileRoute } from '@tanstack/react-router'
import { AgentOverview } from '#dashboard/features/agents/agent-overview.tsx'
import { useHasReplied } from '#dashboard/features/playground/said.ts'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const AgentNumbers = late(
  () => import('#dashboard/features/overview/agent-numbers.tsx'),
  'AgentNumbers',
  <Skeleton className="h-[60rem] rounded-lg" />,
)

const FirstRun = late(() => import('./-first-run.tsx'), 'FirstRun', <Skeleton className="h-[34rem] rounded-lg" />)

// The search parameters are read by `AgentNumbers`, as the code of routes is part of every first load.
export const Route = createFileRoute('/_app/agents/$agentId/')({
  validateSearch: (search) => search as { range?: string; channel?: string; number?: string; part?: string },
  component: () => {
    const { agentId } = Route.useParams()
    return (
      <AgentOverview
        agentId={agentId}
        isTried={useHasReplied(agentId)}
        firstRun={<FirstRun agentId={agentId} />}
        numbers={<AgentNumbers key={agentId} agentId={agentId} />}
      />
    )
  },
})

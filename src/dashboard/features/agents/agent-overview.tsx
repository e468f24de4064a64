import { AgentStats } from './agent-stats.tsx'

export function AgentOverview({ agentId }: { agentId: string }) {
  return <AgentStats agentId={agentId} />
}

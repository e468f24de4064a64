import CircleSlash from 'lucide-react/icons/circle-slash'
import Hand from 'lucide-react/icons/hand'
import Sparkles from 'lucide-react/icons/sparkles'
import User from 'lucide-react/icons/user'
import type { Data } from '#contract/index.ts'
import { Badge } from '#dashboard/ui/badge.tsx'

type Agent = Data<'getAgent'>

export function AgentState({ agent }: { agent: Pick<Agent, 'is_disabled' | 'disabled_reason'> }) {
  if (!agent.is_disabled) return <Badge tone="success">Active</Badge>
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <Badge tone="warning">
        <CircleSlash aria-hidden /> Disabled
      </Badge>
      {agent.disabled_reason && (
        <span className="max-w-48 truncate text-muted max-lg:hidden" title={agent.disabled_reason}>
          {agent.disabled_reason}
        </span>
      )}
    </span>
  )
}

/** A badge that says who answers the agent's new conversations: the AI, people, or both. */
export function AgentMode({ agent }: { agent: Pick<Agent, 'human_intervention' | 'only_human'> }) {
  const mode = interventionMode(agent)
  const { icon: Icon, label, tone } = modes[mode]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden /> {label}
    </Badge>
  )
}

export type InterventionMode = 'ai' | 'hand_over' | 'human'

export function interventionMode(agent: Pick<Agent, 'human_intervention' | 'only_human'>): InterventionMode {
  if (agent.only_human) return 'human'
  return agent.human_intervention ? 'hand_over' : 'ai'
}

const modes = {
  ai: { icon: Sparkles, label: 'AI only', tone: 'ai' },
  hand_over: { icon: Hand, label: 'AI, then people', tone: 'ai' },
  human: { icon: User, label: 'People only', tone: 'human' },
} as const

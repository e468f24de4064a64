import { useNavigate } from '@tanstack/react-router'
import BookOpen from 'lucide-react/icons/book-open'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import ListChecks from 'lucide-react/icons/list-checks'
import MessageCircle from 'lucide-react/icons/message-circle'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Settings from 'lucide-react/icons/settings'
import { fitting, scoreOf } from './matching.ts'

const pages = [
  { name: 'Playground', to: '/agents/$agentId/playground', icon: MessagesSquare },
  { name: 'Sources', to: '/agents/$agentId/knowledge/sources', icon: BookOpen },
  { name: 'Gaps', to: '/agents/$agentId/knowledge/gaps', icon: CircleHelp },
  { name: 'Checks', to: '/agents/$agentId/knowledge/checks', icon: ListChecks },
  { name: 'Chat widget', to: '/agents/$agentId/widget', icon: MessageCircle },
  { name: 'Agent settings', to: '/agents/$agentId/settings', icon: Settings },
] as const

/** The pages of agents of which a typed word is the name, with the agents' names: "Playground of Front desk". */
export function useAgentPages(typed: string, agents: readonly { id: string; name: string }[]) {
  const navigate = useNavigate()
  const words = typed.trim().split(/\s+/)
  const named = pages.filter(({ name }) => words.some((word) => word !== '' && scoreOf(name, word) > 1))
  const all = named.flatMap(({ name, to, icon }) =>
    agents.map((agent) => ({
      id: `${to} ${agent.id}`,
      label: `${name} of ${agent.name}`,
      icon,
      open: () => void navigate({ to, params: { agentId: agent.id } }),
    })),
  )
  return fitting(all, typed, ({ label }) => label)
}

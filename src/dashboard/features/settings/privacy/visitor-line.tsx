import { useId } from 'react'
import type { Data } from '#contract/index.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'

export type Visitor = Data<'findVisitors'>[number]

interface VisitorLineProps {
  visitor: Visitor
  agent: string
  isChosen: boolean
  isFixed: boolean
  onToggle: () => void
}

export function VisitorLine({ visitor, agent, isChosen, isFixed, onToggle }: VisitorLineProps) {
  const id = useId()
  const { chat_user_id, conversations, identity_verified } = visitor
  return (
    <li className="flex items-center gap-3 px-3">
      <Checkbox id={id} checked={isChosen} disabled={isFixed} onChange={onToggle} />
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer py-2.5">
        <span className="block truncate font-medium">{chat_user_id}</span>
        <span className="block truncate text-muted text-sm">
          {agent} · {conversations === 1 ? '1 conversation' : `${conversations.toLocaleString()} conversations`}
        </span>
      </label>
      <Badge tone={identity_verified ? 'success' : 'neutral'}>{identity_verified ? 'Verified' : 'Not verified'}</Badge>
    </li>
  )
}

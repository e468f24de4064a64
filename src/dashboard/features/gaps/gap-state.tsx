import type { GapState } from '#contract/enums.ts'
import { Badge } from '#dashboard/ui/badge.tsx'

const words = { open: 'Open', taught: 'Taught', dismissed: 'Dismissed', answered_now: 'Answered by now' } as const

export function GapStateBadge({ state }: { state: GapState }) {
  return <Badge>{words[state]}</Badge>
}

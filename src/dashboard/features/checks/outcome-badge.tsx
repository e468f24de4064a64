import { Badge, type BadgeTone } from '#dashboard/ui/badge.tsx'
import type { Outcome } from './check-rows.ts'

const shown: Record<Outcome, { words: string; tone: BadgeTone }> = {
  broke: { words: 'Broke', tone: 'danger' },
  failed: { words: 'Fails', tone: 'danger' },
  waiting: { words: 'Not asked', tone: 'neutral' },
  mended: { words: 'Mended', tone: 'success' },
  passed: { words: 'Passes', tone: 'success' },
  muted: { words: 'Muted', tone: 'neutral' },
}

export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const { words, tone } = shown[outcome]
  return <Badge tone={tone}>{words}</Badge>
}

import type { ProofVerdict } from '#contract/enums.ts'
import { Badge, type BadgeTone } from '#dashboard/ui/badge.tsx'

/** `broke`: fails, passed in the run before; `mended`: the reverse; `waiting`: no result for the check as it is now. */
export type Outcome = 'broke' | 'failed' | 'waiting' | 'mended' | 'passed' | 'muted'

const shown: Record<Outcome | ProofVerdict, { words: string; tone: BadgeTone }> = {
  broke: { words: 'Broke', tone: 'danger' },
  failed: { words: 'Fails', tone: 'danger' },
  waiting: { words: 'Not asked', tone: 'neutral' },
  mended: { words: 'Mended', tone: 'success' },
  passed: { words: 'Passes', tone: 'success' },
  muted: { words: 'Muted', tone: 'neutral' },
  proved: { words: 'Proved', tone: 'success' },
  still_unknown: { words: 'Still unknown', tone: 'warning' },
  cites_other: { words: 'Answered from elsewhere', tone: 'neutral' },
  changed: { words: 'Changed', tone: 'warning' },
}

export function VerdictBadge({ verdict }: { verdict: Outcome | ProofVerdict }) {
  const { words, tone } = shown[verdict]
  return <Badge tone={tone}>{words}</Badge>
}

import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import type { Source } from './source-filters.ts'

export const statusLabels = {
  pending: 'Waiting',
  processing: 'Training',
  completed: 'Trained',
  failed: 'Failed',
} as const

const badges = {
  pending: { tone: 'neutral', icon: Clock },
  completed: { tone: 'success', icon: Check },
  failed: { tone: 'danger', icon: CircleAlert },
} as const

export function SourceStatus({ source: { status, progress, title } }: { source: Source }) {
  if (status === 'processing')
    return (
      <span className="flex w-28 items-center gap-2 text-ai text-sm tabular-nums sm:w-32">
        <Progress value={progress} label={`Training ${title}`} />
        <span aria-hidden>{progress}%</span>
      </span>
    )
  const { tone, icon: Icon } = badges[status]
  return (
    <Badge tone={tone}>
      <Icon aria-hidden /> {statusLabels[status]}
    </Badge>
  )
}

export function TrainingError({ source: { status, error } }: { source: Source }) {
  if (status !== 'failed' || !error) return null
  return (
    <span className="block text-danger text-sm max-sm:text-pretty sm:truncate" title={error}>
      {error}
    </span>
  )
}

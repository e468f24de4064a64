import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import type { Source } from './source-filters.ts'

/** A source's state, with a progress bar during training. */
export function SourceStatus({ source }: { source: Source }) {
  switch (source.status) {
    case 'completed':
      return (
        <Badge tone="success">
          <Check aria-hidden /> Trained
        </Badge>
      )
    case 'failed':
      return (
        <Badge tone="danger">
          <CircleAlert aria-hidden /> Failed
        </Badge>
      )
    case 'pending':
      return (
        <Badge>
          <Clock aria-hidden /> Waiting
        </Badge>
      )
    case 'processing':
      return (
        <span className="flex w-28 items-center gap-2 text-ai text-sm tabular-nums sm:w-32">
          <Progress value={source.progress} label={`Training ${source.title}`} />
          <span aria-hidden>{source.progress}%</span>
        </span>
      )
  }
}

/** The server's message on why training failed. */
export function TrainingError({ source: { status, error } }: { source: Source }) {
  if (status !== 'failed' || !error) return null
  return (
    <span className="block text-danger text-sm max-sm:text-pretty sm:truncate" title={error}>
      {error}
    </span>
  )
}

import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import type { Source } from './source-filters.ts'
import { useTrainingJob } from './use-training-job.ts'

/** A source's state, with a progress bar during training. */
export function SourceStatus({ agentId, source }: { agentId: string; source: Source }) {
  const job = useTrainingJob(agentId, source, source.status === 'processing')
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
    case 'processing': {
      const progress = job.data?.progress ?? 0
      return (
        <span className="flex w-28 items-center gap-2 text-ai text-sm tabular-nums sm:w-32">
          <Progress value={progress} label={`Training ${source.title}`} />
          <span aria-hidden>{progress}%</span>
        </span>
      )
    }
  }
}

/** The server's message on why training failed. */
export function TrainingError({ agentId, source }: { agentId: string; source: Source }) {
  const job = useTrainingJob(agentId, source, source.status === 'failed')
  if (source.status !== 'failed' || !job.data?.error) return null
  return (
    <span className="block text-danger text-sm max-sm:text-pretty sm:truncate" title={job.data.error}>
      {job.data.error}
    </span>
  )
}

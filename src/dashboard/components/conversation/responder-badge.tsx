import AlarmClock from 'lucide-react/icons/alarm-clock'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Hand from 'lucide-react/icons/hand'
import Sparkles from 'lucide-react/icons/sparkles'
import User from 'lucide-react/icons/user'
import type { Data } from '#contract/index.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { exactTime } from '#dashboard/lib/time.ts'
import { useNow } from '#dashboard/lib/use-now.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { snoozedUntil } from './snoozed-until.ts'

type Answering = Pick<Data<'listInbox'>['items'][number], 'status' | 'response_mode'> & {
  waiting_since?: string | null
  not_answered?: boolean
  snoozed_until?: string | null
}

/**
 * Who answers: the AI, a person, or nobody yet and since when, whoever of both should; or that the conversation is
 * closed or snoozed. `plain` has no frame, for a line of a list.
 */
export function ResponderBadge({ conversation, plain = false }: { conversation: Answering; plain?: boolean }) {
  const className = cn(plain && 'h-4 border-0 bg-transparent p-0')
  if (conversation.status === 'closed')
    return (
      <Badge className={className}>
        <CircleCheck aria-hidden /> Closed
      </Badge>
    )
  const { not_answered: isNotAnswered = false, waiting_since: since } = conversation
  if (isNotAnswered && since) return <Waiting since={since} isNotAnswered plain={plain} className={className} />
  if (conversation.response_mode === 'ai')
    return (
      <Badge tone="ai" className={className}>
        <Sparkles aria-hidden /> AI
      </Badge>
    )
  if (conversation.snoozed_until)
    return <Snoozed until={snoozedUntil(conversation.snoozed_until)} plain={plain} className={className} />
  if (since) return <Waiting since={since} plain={plain} className={className} />
  return (
    <Badge className={cn('text-human', className)}>
      <User aria-hidden /> Person
    </Badge>
  )
}

function Snoozed({ until, plain, className }: { until: string; plain: boolean; className: string }) {
  return (
    <Badge className={className} title={`Snoozed ${until}`}>
      <AlarmClock aria-hidden /> Snoozed <span className={cn(plain ? 'sr-only' : 'max-lg:sr-only')}>{until}</span>
    </Badge>
  )
}

interface WaitingProps {
  since: string
  /** Whether the AI should answer and does not; otherwise a person should. */
  isNotAnswered?: boolean
  plain: boolean
  className: string
}

function Waiting({ since, isNotAnswered = false, plain, className }: WaitingProps) {
  const now = useNow()
  return (
    <Badge
      tone="human"
      className={cn('tabular-nums', className)}
      title={`${isNotAnswered ? 'Not answered' : 'Waiting for a person'} since ${exactTime(since)}`}
    >
      {isNotAnswered ? (
        <>
          {/* These longer words leave no space for the age in a narrow header; the thread tells it, too. */}
          <CircleAlert aria-hidden /> Not answered{' '}
          <span className={cn(!plain && 'max-lg:sr-only')}>{shortAge(since, now)}</span>
        </>
      ) : (
        <>
          <Hand aria-hidden /> Waiting {shortAge(since, now)}
        </>
      )}
    </Badge>
  )
}

/** Formats the time since `since` in a few characters: "5 min", "2 h". */
export function shortAge(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes < 1) return '<1 min'
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`
  const days = Math.floor(minutes / 1_440)
  return days < 14 ? `${days} d` : days < 365 ? `${Math.floor(days / 7)} wk` : `${Math.floor(days / 365)} y`
}

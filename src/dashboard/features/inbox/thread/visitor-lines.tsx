import ThumbsDown from 'lucide-react/icons/thumbs-down'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { cn } from '#dashboard/lib/cn.ts'
import { clockTime, exactTime } from '#dashboard/lib/time.ts'
import type { ThreadMessages, VisitorFacts } from './messages.ts'

export type Rating = VisitorFacts['ratings'][number]

interface RatingLineProps {
  rating: Rating
  className?: string
}

export function RatingLine({ rating: { score, comment, message_id }, className }: RatingLineProps) {
  const Icon = score === 'good' ? ThumbsUp : ThumbsDown
  return (
    <p className={cn('flex items-baseline gap-1.5 text-muted text-xs', className)}>
      <Icon
        aria-hidden
        className={cn('size-3.5 shrink-0 self-center', score === 'good' ? 'text-success' : 'text-danger')}
      />
      <span className="min-w-0 break-words">
        {`The visitor rated ${message_id ? 'this' : 'the conversation'} ${score === 'good' ? 'good' : 'bad'}`}
        {comment && (
          <>
            {': '}
            <q dir="auto">{comment}</q>
          </>
        )}
      </span>
    </p>
  )
}

/** The line below the messages: when the visitor read the last one. */
export function SeenLine({ thread }: { thread: ThreadMessages }) {
  const { visitor_read: read } = thread.visitor
  const last = thread.messages.at(-1)
  const isSeen = read && last && last.role !== 'visitor' && Number.parseInt(read.position, 10) >= thread.total
  if (!isSeen) return null
  return (
    <p className="mx-auto w-full max-w-4xl px-4 pb-2 text-right text-muted text-xs tabular-nums sm:px-6">
      Seen{' '}
      <time dateTime={read.at} title={exactTime(read.at)}>
        {clockTime(read.at)}
      </time>
    </p>
  )
}

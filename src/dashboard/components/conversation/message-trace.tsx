import { useQueryClient } from '@tanstack/react-query'
import Quote from 'lucide-react/icons/quote'
import { Suspense } from 'react'
import { connection } from '#dashboard/lib/connection.ts'
import { loadable } from '#dashboard/lib/late.tsx'
import { Popover } from '#dashboard/ui/popover.tsx'
import { type AnswerTraceIds, answerTraceQuery } from './answer-trace-query.ts'
import { AnswerTraceSkeleton } from './answer-trace-skeleton.tsx'

const AnswerTrace = loadable(async () => (await import('./answer-trace.tsx')).AnswerTrace)

interface MessageTraceProps extends AnswerTraceIds {
  /** On the button, where the answer to it is known already. */
  label?: string
  /** The side of the message. */
  align?: 'start' | 'end'
}

/** Under an AI message: why it said this. It is fetched when it is reached for. Only this server tells it. */
export function MessageTrace({ label = 'Why this answer', align = 'end', ...ids }: MessageTraceProps) {
  const client = useQueryClient()
  if (connection) return null
  const preload = () => {
    AnswerTrace.preload()
    void client.prefetchQuery(answerTraceQuery(ids))
  }
  return (
    <Popover
      label="Why this answer"
      align={align}
      side="top"
      className="w-96"
      preload={preload}
      trigger={
        <button
          type="button"
          className="relative mt-1 inline-flex items-center gap-1 rounded-sm px-0.5 text-left text-muted text-xs hover:text-ink data-[state=open]:text-ink max-md:after:absolute max-md:after:inset-x-0 max-md:after:-inset-y-3 max-md:after:content-[''] [&_svg]:size-3 [&_svg]:shrink-0"
        >
          <Quote aria-hidden /> {label}
        </button>
      }
    >
      <Suspense fallback={<AnswerTraceSkeleton />}>
        <AnswerTrace {...ids} />
      </Suspense>
    </Popover>
  )
}

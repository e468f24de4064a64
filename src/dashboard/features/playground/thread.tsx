import type { ReactNode } from 'react'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { useThread } from './use-trial.ts'

const Messages = late(() => import('./messages.tsx'), 'Messages', <MessagesSkeleton />)

interface ThreadProps {
  agentId: string
  /** Name of the thread, as `threadsOf` gives it. */
  thread: string
  label: string
  children: ReactNode
}

/** One conversation of a trial, with its own scroll bar, and the error of its last question. */
export function Thread({ agentId, thread: name, label, children }: ThreadProps) {
  const thread = useThread(agentId, name)
  const { isBegun, error } = thread
  return (
    <>
      {/* Reversed, so that the view stays at the newest message as the list grows. */}
      <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto bg-canvas">
        <div
          role="log"
          aria-label={label}
          className={cn('mx-auto w-full max-w-3xl px-4 pt-1 pb-4', isBegun && 'mb-auto')}
        >
          {isBegun && <Messages thread={thread} agentId={agentId} />}
        </div>
        {!isBegun && <div className="m-auto max-w-xs px-4 py-2 text-balance text-center text-muted">{children}</div>}
      </div>
      {error !== undefined && <ErrorNotice error={error} className="mx-3 my-2" />}
    </>
  )
}

function MessagesSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-5 pt-8">
      <span className="sr-only">Loading the conversation</span>
      <Skeleton className="h-9 w-2/5 rounded-lg" />
      <Skeleton className="h-9 w-1/3 self-end rounded-lg" />
      <Skeleton className="h-14 w-1/2 rounded-lg" />
    </div>
  )
}

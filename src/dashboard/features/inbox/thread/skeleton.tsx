import { cn } from '#dashboard/lib/cn.ts'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { BackButton } from './bar.tsx'

const bubbles = [
  { side: 'start', size: 'h-9 w-2/5' },
  { side: 'end', size: 'h-20 w-3/5' },
  { side: 'start', size: 'h-14 w-1/2' },
  { side: 'end', size: 'h-24 w-3/5' },
  { side: 'start', size: 'h-9 w-1/3' },
] as const

/** Placeholder shapes for loading messages, the newest at the bottom as in the thread. */
export function ThreadSkeleton() {
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col">
      <span className="sr-only">Loading the conversation</span>
      <div className="mx-auto flex min-h-0 w-full max-w-4xl flex-1 flex-col justify-end gap-5 overflow-hidden px-4 pb-4 sm:px-6">
        {bubbles.map(({ side, size }) => (
          <Skeleton key={size} className={cn('rounded-lg', size, side === 'end' && 'self-end')} />
        ))}
      </div>
      {/* As high as the composer, so that nothing moves when it appears. */}
      <div className="h-[calc(117px+var(--control))] shrink-0 border-line border-t bg-surface px-4 py-3 sm:px-6">
        <div className="mx-auto flex max-w-4xl flex-col gap-2">
          <Skeleton className="my-1 h-3 w-64 max-w-full" />
          <Skeleton className="h-14" />
        </div>
      </div>
    </div>
  )
}

export function BarSkeleton({ onBack }: { onBack: () => void }) {
  return (
    <div className="flex h-14 shrink-0 items-center gap-3 border-line border-b bg-surface px-2 sm:px-4 md:pl-6">
      <BackButton onClick={onBack} />
      <div className="flex flex-1 flex-col gap-1.5">
        <Skeleton className="w-40" />
        <Skeleton className="h-3 w-24" />
      </div>
      <Skeleton className="h-control w-24 rounded" />
      <Skeleton className="h-control w-10 rounded lg:w-20" />
    </div>
  )
}

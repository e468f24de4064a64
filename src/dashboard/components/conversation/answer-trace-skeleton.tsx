import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** Of an answer trace's shape, while its code or what it says is on the way. */
export function AnswerTraceSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading</span>
      <Skeleton className="w-48" />
      <Skeleton className="h-16" />
      <Skeleton className="w-36" />
    </div>
  )
}

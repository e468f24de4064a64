import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** Placeholder in the shape of an answer trace while its code or data loads. */
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

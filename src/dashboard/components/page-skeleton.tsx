import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** Placeholder for a loading screen without a skeleton of its own: a heading and a block. */
export function PageSkeleton() {
  return (
    <div role="status" className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-5 sm:px-6 lg:px-8 lg:py-7">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-7 w-48" />
      <Skeleton className="h-72 w-full rounded-lg" />
    </div>
  )
}

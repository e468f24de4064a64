import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** Placeholder for what a panel is about while it is loading. @param what such as "the gap" */
export function PanelSkeleton({ what }: { what: string }) {
  return (
    <div role="status" className="flex flex-col gap-3 p-5">
      <span className="sr-only">{`Loading ${what}`}</span>
      <Skeleton className="w-1/2" />
      <Skeleton className="h-20 w-full" />
    </div>
  )
}

import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** Hint on what to type as an address. */
export const addressHint = 'The start page: its links and its sitemap are followed from there.'

/**
 * Placeholder while the form's code loads, with the height of the form at every width, so that nothing below it moves.
 */
export function AddSiteSkeleton({ choosesAgent = false }: { choosesAgent?: boolean }) {
  return (
    <div className="flex items-start gap-3 max-sm:flex-col max-sm:items-stretch max-sm:gap-4">
      <div className="flex flex-1 flex-col gap-1.5">
        <p className="font-medium">Address</p>
        <Skeleton className="h-control" />
        <p className="text-pretty text-muted text-sm">{addressHint}</p>
      </div>
      {choosesAgent && <Skeleton className="h-control sm:mt-6.5 sm:w-56" />}
      <Skeleton className="h-control sm:mt-6.5 sm:w-30.5" />
    </div>
  )
}

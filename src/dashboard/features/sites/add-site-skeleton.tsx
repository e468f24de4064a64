import { Skeleton } from '#dashboard/ui/skeleton.tsx'

export const addressHint = 'The start page: its links and its sitemap are followed from there.'

/** A placeholder of the form's height at every width, so that nothing below moves when its code has loaded. */
export function AddSiteSkeleton() {
  return (
    <div className="flex items-start gap-3 max-sm:flex-col max-sm:items-stretch max-sm:gap-4">
      <div className="flex flex-1 flex-col gap-1.5">
        <p className="font-medium">Address</p>
        <Skeleton className="h-control" />
        <p className="text-pretty text-muted text-sm">{addressHint}</p>
      </div>
      <Skeleton className="h-control sm:mt-6.5 sm:w-30.5" />
    </div>
  )
}

import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** What to write as an address. */
export const addressHint =
  'The start page, or the part of the site you want: its links and sitemap are followed from there.'

/** As high as the form whose code is on its way, at every width, so that nothing below it jumps. */
export function StartCrawlSkeleton() {
  return (
    <div className="flex items-start gap-2 max-sm:flex-col max-sm:items-stretch max-sm:gap-4">
      <div className="flex flex-1 flex-col gap-1.5">
        <p className="font-medium">Address</p>
        <Skeleton className="h-control" />
        <p className="text-pretty text-muted text-sm">{addressHint}</p>
      </div>
      <Skeleton className="h-control sm:mt-6.5 sm:w-30.5" />
    </div>
  )
}

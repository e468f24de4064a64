import { Skeleton } from '#dashboard/ui/skeleton.tsx'

/** In pixels; equal for all rows, so that a long list needs no measuring. */
export const ROW_HEIGHT = 66

export function RowSkeleton() {
  return (
    <div style={{ height: ROW_HEIGHT }} className="flex flex-col justify-center gap-1.5 border-line border-b pr-3 pl-7">
      <div className="flex justify-between gap-6">
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-3 w-8" />
      </div>
      <Skeleton className="h-3 w-4/5" />
      <Skeleton className="h-3 w-16" />
    </div>
  )
}

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']

export function ListSkeleton() {
  return (
    <div role="status" className="min-h-0 flex-1 overflow-hidden">
      <span className="sr-only">Loading conversations</span>
      {ROWS.map((row) => (
        <RowSkeleton key={row} />
      ))}
    </div>
  )
}

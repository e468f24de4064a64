import { Skeleton } from '#dashboard/ui/skeleton.tsx'

export function BoardSkeleton() {
  const row = (name: string) => (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={`${name} ${index.toString()}`} className="h-24 rounded-lg" />
      ))}
    </div>
  )
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading the numbers</span>
      {row('first')}
      <Skeleton className="h-80 rounded-lg" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-52 rounded-lg" />
        <Skeleton className="h-52 rounded-lg" />
      </div>
      {row('second')}
    </div>
  )
}

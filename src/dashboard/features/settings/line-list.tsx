import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

interface LineListProps<Item> {
  label: string
  query: UseQueryResult<Item[]>
  /** What stands in place of an empty list. */
  none: ReactNode
  /** An `li` with the item's key. */
  line: (item: Item) => ReactNode
}

/** A list of what is set up, a line each, or what stands in its place while it loads, after an error and without any. */
export function LineList<Item>({ label, query: { data, error, refetch }, none, line }: LineListProps<Item>) {
  if (data === undefined && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data?.length === 0) return none
  return (
    <ul
      aria-label={label}
      aria-busy={data === undefined}
      className="divide-y divide-line rounded-lg border border-line bg-surface"
    >
      {data?.map(line) ?? (
        <li className="px-5 py-4">
          <Skeleton className="w-3/5" />
        </li>
      )}
    </ul>
  )
}

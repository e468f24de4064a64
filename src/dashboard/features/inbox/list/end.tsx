import { ErrorTitle } from '#dashboard/components/error-state.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { RowSkeleton } from './skeleton.tsx'

export interface ListEndProps {
  hasMore: boolean
  error: unknown
  load: () => void
  /**
   * Whether more is loaded when the list's end is scrolled into view. False after an error, and during a search, which
   * would load everything.
   */
  automatic: boolean
}

/** The end of the list below the last loaded row, which loads more lines. */
export function ListEnd({ error, load, automatic }: ListEndProps) {
  if (error)
    return (
      <div role="alert" className="flex h-full flex-col items-center justify-center gap-2 px-4 text-center text-sm">
        <p className="text-muted">
          <ErrorTitle error={error} />
        </p>
        <Button size="sm" onClick={load}>
          Load more
        </Button>
      </div>
    )
  if (automatic) return <RowSkeleton />
  return (
    <div className="flex h-full items-center justify-center">
      <Button size="sm" onClick={load}>
        Search in older ones too
      </Button>
    </div>
  )
}

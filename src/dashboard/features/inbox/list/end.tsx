import { ErrorTitle } from '#dashboard/components/error-state.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { RowSkeleton } from './skeleton.tsx'

export interface ListEndProps {
  hasMore: boolean
  error: unknown
  load: () => void
}

/** The end of the list below the last loaded row. More is loaded as it comes into view, or on request after an error. */
export function ListEnd({ error, load }: ListEndProps) {
  if (!error) return <RowSkeleton />
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
}

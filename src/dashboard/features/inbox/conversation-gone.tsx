import { MessageSquareOff } from 'lucide-react'
import { isApiError } from '#dashboard/api/api-error.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { Button } from '#dashboard/ui/button.tsx'

const frameClass = 'flex h-full items-center justify-center'

/** In the place of a conversation that can't be shown. */
export function ConversationGone({
  error,
  onBack,
  onRetry,
}: {
  error: unknown
  onBack: () => void
  onRetry: () => void
}) {
  const back = <Button onClick={onBack}>Back to the inbox</Button>
  if (isApiError(error, 'resource_not_found'))
    return (
      <div className={frameClass}>
        <EmptyState icon={MessageSquareOff} title="This conversation is gone" action={back}>
          It has been deleted, or the address is mistyped.
        </EmptyState>
      </div>
    )
  return (
    <div className={frameClass}>
      <ErrorState error={error} onRetry={onRetry} action={back} />
    </div>
  )
}

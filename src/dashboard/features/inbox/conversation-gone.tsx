import { MessageSquareOff } from 'lucide-react'
import { isApiError } from '#dashboard/api/api-error.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { Button } from '#dashboard/ui/button.tsx'

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
      <EmptyState icon={MessageSquareOff} title="This conversation is gone" action={back}>
        It has been deleted, or the address is mistyped.
      </EmptyState>
    )
  return <ErrorState error={error} onRetry={onRetry} action={back} />
}

import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useEffect } from 'react'
import { usePageTitle } from '#dashboard/lib/page-title.ts'
import { buttonVariants } from '#dashboard/ui/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'

interface PageErrorProps extends ErrorComponentProps {
  action?: ReactNode
}

export function PageError({ error, action }: PageErrorProps) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  useEffect(() => reset(), [reset])
  usePageTitle('Problem')
  return <ErrorState page error={error} onRetry={() => void router.invalidate()} action={action} />
}

/** Shows an error where the dashboard's frame with its navigation is not available. */
export function BarePageError(props: ErrorComponentProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageError {...props} />
    </main>
  )
}

export function PageNotFound() {
  usePageTitle('Not found')
  return (
    <EmptyState
      page
      icon={CircleAlert}
      title="There is no page at this address"
      action={
        <Link to="/" className={buttonVariants()}>
          Go to the start
        </Link>
      }
    >
      It may have moved, or the address is mistyped.
    </EmptyState>
  )
}

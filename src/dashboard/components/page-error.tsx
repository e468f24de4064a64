import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useEffect } from 'react'
import { unreachable } from '#dashboard/api/api-error.ts'
import { isMissingCode, reloadWhenCodeIsBack } from '#dashboard/api/missing-code.ts'
import { usePageTitle } from '#dashboard/lib/page-title.ts'
import { buttonVariants } from '#dashboard/ui/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'

interface PageErrorProps extends ErrorComponentProps {
  /** A button or link besides "Try again". */
  action?: ReactNode
}

/**
 * Replaces a screen whose loader or component failed. If the screen's code could not be fetched, reloads once the
 * server is back.
 */
export function PageError({ error, action }: PageErrorProps) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  useEffect(() => reset(), [reset])
  usePageTitle('Problem')
  const isMissing = isMissingCode(error)
  useEffect(() => {
    if (isMissingCode(error)) return reloadWhenCodeIsBack()
  }, [error])
  return (
    <ErrorState
      page
      error={isMissing ? unreachable() : error}
      onRetry={() => (isMissing ? window.location.reload() : void router.invalidate())}
      action={action}
    />
  )
}

/** Shows an error where the dashboard's frame with its navigation is not available. */
export function BarePageError(props: ErrorComponentProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageError {...props} />
    </main>
  )
}

/** The page for an address that does not exist. */
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

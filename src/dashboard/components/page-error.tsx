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
  /** A way on besides trying again. */
  action?: ReactNode
}

/** A screen whose loader or component failed. One whose code is missing comes back by itself, once the server does. */
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

/** What is shown of an error where the dashboard's frame is not there. */
export function BarePageError(props: ErrorComponentProps) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageError {...props} />
    </main>
  )
}

/** An address that leads nowhere. */
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

import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { usePageTitle } from '#dashboard/lib/page-title.ts'
import { buttonVariants } from '#dashboard/ui/button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'

interface PageErrorProps extends ErrorComponentProps {
  /** A way on besides trying again. */
  action?: ReactNode
}

/** A screen whose loader or component failed. */
export function PageError({ error, action }: PageErrorProps) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  useEffect(() => reset(), [reset])
  usePageTitle('Problem')
  return <ErrorState page error={error} onRetry={() => void router.invalidate()} action={action} />
}

/** The same where there is no frame around it. */
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

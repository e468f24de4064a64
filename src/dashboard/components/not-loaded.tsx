import type { ReactNode } from 'react'
import { ErrorNotice, ErrorState } from './error-state.tsx'

interface NotLoadedProps {
  query: { error: unknown; refetch: () => unknown }
  /** Whether the place is large, such as all of a panel, so that an error stands in its middle. */
  large?: boolean
  placeholder: ReactNode
}

/** Takes the place of what a query has not loaded: shows its error, or a placeholder while there is none. */
export function NotLoaded({ query: { error, refetch }, large = false, placeholder }: NotLoadedProps) {
  if (!error) return placeholder
  const Failed = large ? ErrorState : ErrorNotice
  return <Failed error={error} onRetry={() => void refetch()} />
}

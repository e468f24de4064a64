import { useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the previous history entry is the page to which the Back button of this page leads. */
    above?: true
  }
}

/** Returns a handler that goes back in history if that leads to the parent page, and otherwise calls `otherwise`. */
export function useStepBack(otherwise: () => void): () => void {
  const router = useRouter()
  return () => {
    if (router.state.location.state.above) router.history.back()
    else otherwise()
  }
}

import { useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set when the history entry before this one is where its Back button leads. */
    above?: true
  }
}

/** Goes back in history if the entry before is the wanted one; otherwise calls `otherwise`. */
export function useStepBack(otherwise: () => void): () => void {
  const router = useRouter()
  return () => {
    if (router.state.location.state.above) router.history.back()
    else otherwise()
  }
}

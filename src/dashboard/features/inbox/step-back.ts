import { useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The entry below this one is what its Back button leads to. */
    above?: true
  }
}

/** Goes back in history where the entry below is known to be the one wanted; else does `otherwise`. */
export function useStepBack(otherwise: () => void): () => void {
  const router = useRouter()
  return () => {
    if (router.state.location.state.above) router.history.back()
    else otherwise()
  }
}

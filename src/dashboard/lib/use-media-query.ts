import { useSyncExternalStore } from 'react'

/** Matches when `styles.css` makes buttons and fields larger. */
export const FOR_FINGERS = '(pointer: coarse), (width < 40rem)'

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}

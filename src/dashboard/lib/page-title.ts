import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/**
 * Number of visitors who wait for the signed-in member or for nobody in particular. Unless it is 0, every page's title
 * begins with it.
 */
export const waitingCount = createStore(0)

/** Sets the title of the browser's tab. */
export function usePageTitle(title: string): void {
  const waiting = useStore(waitingCount)
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Baton`
  }, [title, waiting])
}

import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** Number of visitors who wait for a person, shown at the beginning of every page's title. */
export const waitingCount = createStore(0)

/** Sets the title of the browser's tab. */
export function usePageTitle(title: string): void {
  const waiting = useStore(waitingCount)
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Baton`
  }, [title, waiting])
}

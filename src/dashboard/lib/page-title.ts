import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** How many visitors wait for a person. The number stands at the beginning of every page's title. */
export const waitingCount = createStore(0)

/** Names the browser's tab. */
export function usePageTitle(title: string): void {
  const waiting = useStore(waitingCount)
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Baton`
  }, [title, waiting])
}

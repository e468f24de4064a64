import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** Visitors who wait for the member or for nobody in particular. Every page's title begins with it, unless 0. */
export const waitingCount = createStore(0)

export function usePageTitle(title: string): void {
  const waiting = useStore(waitingCount)
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Baton`
  }, [title, waiting])
}

import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** Visitors who wait for the member or for nobody in particular. Every page's title begins with it, unless 0. */
export const waitingCount = createStore(0)

/** The title of the open screen, which a phone's bar shows. */
export const pageTitle = createStore('Baton')

export function usePageTitle(title: string): void {
  const waiting = useStore(waitingCount)
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title} · Baton`
    pageTitle.set(title)
  }, [title, waiting])
}

import { waitingCount } from '#dashboard/lib/page-title.ts'
import { useStore } from '#dashboard/lib/store.ts'

/** Announces the number of waiting visitors to screen readers whenever it changes. */
export function WaitingAnnouncer() {
  const waiting = useStore(waitingCount)
  return (
    <p aria-live="polite" className="sr-only">
      {waiting === 0 ? 'Nobody waits for a person' : `${waiting} waiting for a person`}
    </p>
  )
}

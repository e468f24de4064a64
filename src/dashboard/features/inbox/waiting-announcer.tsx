import { waitingCount } from '#dashboard/lib/page-title.ts'
import { useStore } from '#dashboard/lib/store.ts'

/** Tells those who listen to the page how many visitors wait, whenever that changes. */
export function WaitingAnnouncer() {
  const waiting = useStore(waitingCount)
  return (
    <p aria-live="polite" className="sr-only">
      {waiting === 0 ? 'Nobody waits for a person' : `${waiting} waiting for a person`}
    </p>
  )
}

import { onlineManager } from '@tanstack/react-query'
import CloudOff from 'lucide-react/icons/cloud-off'
import { useSyncExternalStore } from 'react'
import { serverReached } from '#dashboard/api/server-reached.ts'
import { useStore } from '#dashboard/lib/store.ts'

const OFFLINE = 'You are offline. What you see may be out of date; what you send goes out when you are back.'
const UNREACHABLE =
  'The server can’t be reached. What you see may be out of date; what you send goes out when it is back.'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** A bar shown while the browser is offline or the server unreachable. Screens keep their last data meanwhile. */
export function OfflineBar() {
  const online = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  const reached = useStore(serverReached)
  return (
    <div role="status">
      {(!online || !reached) && (
        <p className="flex items-center justify-center gap-2 border-warning-line border-b bg-warning-soft px-4 py-1.5 text-sm text-warning">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          {online ? UNREACHABLE : OFFLINE}
        </p>
      )}
    </div>
  )
}

import { onlineManager } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** While offline the screen keeps its last data, and what is sent waits. */
export function OfflineBar() {
  const online = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 border-warning-line border-b bg-warning-soft px-4 py-1.5 text-sm text-warning">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          You are offline. What you see may be out of date; what you send goes out when you are back.
        </p>
      )}
    </div>
  )
}

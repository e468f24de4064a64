import { useEffect, useState } from 'react'
import { onOrganizationEvent } from '#dashboard/api/stream-state.ts'

const HOLDS_MS = 5_500 // milliseconds for which a visitor counts as writing; the event is repeated every four seconds

/** A line that says that the visitor is writing at this moment, according to the event stream. */
export function VisitorWriting({ conversationId, visitor }: { conversationId: string; visitor: string }) {
  const [isWriting, setIsWriting] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onOrganizationEvent(({ type, conversation_id }) => {
      if (conversation_id !== conversationId) return
      const writes = type === 'visitor.typing'
      // A new message ends it, as that is most likely what the visitor was writing.
      if (!writes && type !== 'message.created') return
      clearTimeout(timer)
      setIsWriting(writes)
      if (writes) timer = setTimeout(() => setIsWriting(false), HOLDS_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [conversationId])
  return (
    // Always rendered, as screen readers announce only what changes in an element that is already there.
    <div role="status">
      {isWriting && (
        <p className="animate-pulse px-4 pb-2 text-center text-muted text-xs motion-reduce:animate-none">
          <bdi>{visitor}</bdi> is writing…
        </p>
      )}
    </div>
  )
}

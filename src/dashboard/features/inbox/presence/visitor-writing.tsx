import { useEffect, useState } from 'react'
import { onOrganizationEvent } from '#dashboard/api/stream-state.ts'

const HOLDS_MS = 5_500 // milliseconds for which a visitor counts as writing; while they do, it is told every four seconds

/** A line that says that the visitor is writing just now, from what the event stream tells. */
export function VisitorWriting({ conversationId, visitor }: { conversationId: string; visitor: string }) {
  const [isWriting, setIsWriting] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onOrganizationEvent(({ type, conversation_id }) => {
      if (conversation_id !== conversationId) return
      const writes = type === 'visitor.typing'
      // What they have written stands in the thread now.
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
    // Always there, so that screen readers notice what comes into it.
    <div role="status">
      {isWriting && (
        <p className="animate-pulse px-4 pb-2 text-center text-muted text-xs motion-reduce:animate-none">
          <bdi>{visitor}</bdi> is writing…
        </p>
      )}
    </div>
  )
}

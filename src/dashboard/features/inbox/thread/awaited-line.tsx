import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'
import { shortAge } from '#dashboard/components/conversation/responder-badge.tsx'
import { snoozedUntil } from '#dashboard/components/conversation/snoozed-until.ts'
import { useNow } from '#dashboard/lib/use-now.ts'
import type { Line } from '../list/lines.ts'

// milliseconds after which the AI's reply will probably never come, so that the line disappears
const AI_TAKES_AT_MOST_MS = 90_000

interface AwaitedLineProps {
  conversation: Line
  last: Message | undefined
  visitor: string
}

/** A line below the messages that says that the AI is answering, how long the visitor has waited for a person, or until when it is snoozed. */
export function AwaitedLine({ conversation, last, visitor }: AwaitedLineProps) {
  const now = useNow()
  if (conversation.status === 'closed') return null
  if (conversation.snoozed_until)
    return (
      <p className="px-4 pb-2 text-center text-muted text-xs">Snoozed {snoozedUntil(conversation.snoozed_until)}</p>
    )
  const asked = last?.role === 'visitor' ? last.created_at : undefined
  if (conversation.response_mode === 'human') {
    // The last message may be the AI's announcement of a person; the wait began with the visitor's question before it.
    const since = last?.role === 'human' ? undefined : (conversation.waiting_since ?? asked)
    return since ? (
      <p className="break-words px-4 pb-2 text-center font-medium text-human text-xs tabular-nums">
        <bdi>{visitor}</bdi> has been waiting for a person {waitingFor(since, now)}
      </p>
    ) : null
  }
  if (!asked) return null
  if (now - Date.parse(asked) > AI_TAKES_AT_MOST_MS) return null
  return <p className="animate-pulse px-4 pb-2 text-center text-ai text-xs">The AI is answering…</p>
}

function waitingFor(since: string, now: number): string {
  const age = shortAge(since, now)
  return age.startsWith('<') ? 'for less than a minute' : `for ${age}`
}

import { shortAge } from '#dashboard/components/conversation/responder-badge.tsx'
import { snoozedUntil } from '#dashboard/components/conversation/snoozed-until.ts'
import { useNow } from '#dashboard/lib/use-now.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { Line } from '../list/lines.ts'
import type { ThreadMessage, ThreadMessages } from './messages.ts'

interface AwaitedLineProps {
  conversation: Line
  last: ThreadMessage | undefined
  /** The reply that the AI is making. */
  reply: ThreadMessages['reply']
  visitor: string
  /** Has the AI answer the last message; undefined where it may not. */
  onAnswer: (() => void) | undefined
}

/**
 * A line below the messages that says that the AI is answering, how long the visitor has waited for an answer, or until
 * when the conversation is snoozed.
 */
export function AwaitedLine({ conversation, last, reply, visitor, onAnswer }: AwaitedLineProps) {
  const now = useNow()
  if (conversation.status === 'closed') return null
  if (conversation.snoozed_until)
    return (
      <p className="px-4 pb-2 text-center text-muted text-xs">Snoozed {snoozedUntil(conversation.snoozed_until)}</p>
    )
  if (conversation.response_mode === 'human') {
    // The last message may be the AI's announcement of a person; the wait began with the visitor's question before it.
    const asked = last?.role === 'visitor' && isOfPerson(last) ? last.created_at : null
    const since = last?.role === 'human' ? null : (conversation.waiting_since ?? asked)
    return since ? (
      <p className="break-words px-4 pb-2 text-center font-medium text-human text-xs tabular-nums">
        <bdi>{visitor}</bdi> has been waiting for a person {waitingFor(since, now)}
      </p>
    ) : null
  }
  if (reply) return <p className="animate-pulse px-4 pb-2 text-center text-ai text-xs">The AI is answering…</p>
  if (!conversation.not_answered || conversation.waiting_since === null) return null
  return (
    <p className="break-words px-4 pb-2 text-center font-medium text-human text-xs tabular-nums">
      Nobody has answered <bdi>{visitor}</bdi> {waitingFor(conversation.waiting_since, now)}
      {onAnswer && (
        <Button scope="conversation:edit" size="sm" variant="ai" className="ml-2" onClick={onAnswer}>
          Let the AI answer
        </Button>
      )}
    </p>
  )
}

/** Whether a person wrote a message, and no machine by mail, which waits for nobody. */
const isOfPerson = ({ email }: ThreadMessage): boolean => email?.kind !== 'auto' && email?.kind !== 'list'

function waitingFor(since: string, now: number): string {
  const age = shortAge(since, now)
  return age.startsWith('<') ? 'for less than a minute' : `for ${age}`
}

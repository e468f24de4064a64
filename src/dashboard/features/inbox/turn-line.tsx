import type { Answer } from '#dashboard/api/types.ts'
import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'
import { useNow } from '#dashboard/lib/use-now.ts'
import { shortAge } from './turn-badge.tsx'

const AI_TAKES_AT_MOST_MS = 90_000 // a reply that has not come by then probably won't: nothing is claimed any more

interface TurnLineProps {
  conversation: Answer<'getConversation'>
  last: Message | undefined
  visitor: string
}

/** Under the thread: what is awaited, of whom. */
export function TurnLine({ conversation, last, visitor }: TurnLineProps) {
  const now = useNow()
  if (conversation.status === 'closed' || last?.role !== 'visitor') return null
  if (conversation.response_mode === 'human')
    return (
      <p className="px-4 pb-2 text-center font-medium text-human text-xs tabular-nums">
        {visitor} has been waiting for a person: {shortAge(last.created_at, now)}
      </p>
    )
  if (now - Date.parse(last.created_at) > AI_TAKES_AT_MOST_MS) return null
  return <p className="animate-pulse px-4 pb-2 text-center text-ai text-xs">The AI is answering…</p>
}

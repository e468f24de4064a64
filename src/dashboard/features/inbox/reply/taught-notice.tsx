import Lightbulb from 'lucide-react/icons/lightbulb'
import { useState } from 'react'
import { TeachReply } from '#dashboard/components/conversation/teach-answer.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { isOwn, type ThreadMessages } from '../thread/messages.ts'
import type { ConversationIds } from '../thread/query.ts'

interface TaughtNoticeProps {
  ids: ConversationIds
  thread: ThreadMessages
  visitor: string
  /** What was sent after a suggestion was changed. */
  content: string
  onDone: () => void
}

/** Offers to teach the AI what somebody has just said in place of its suggestion. */
export function TaughtNotice({ ids, thread, visitor, content, onDone }: TaughtNoticeProps) {
  const { mayTeach } = usePermissions()
  const [isTeaching, setTeaching] = useState(false)
  const sent = thread.messages.findLast((message) => isOwn(message) && message.content === content)
  if (!mayTeach || !sent) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-2 rounded border border-line bg-sunken px-3 py-2">
      <Lightbulb aria-hidden className="size-4 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 text-sm">You changed what the AI suggested.</p>
      <Button size="sm" variant="ghost" onClick={onDone}>
        Not now
      </Button>
      <Button size="sm" onClick={() => setTeaching(true)}>
        Teach this
      </Button>
      {isTeaching && (
        <TeachReply
          agentId={ids.agentId}
          conversationId={ids.conversationId}
          messageId={sent.id}
          answer={sent.content}
          visitor={visitor}
          onClose={onDone}
        />
      )}
    </div>
  )
}

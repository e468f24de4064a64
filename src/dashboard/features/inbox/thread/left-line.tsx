import DoorOpen from 'lucide-react/icons/door-open'
import Mail from 'lucide-react/icons/mail'
import type { Line } from '../list/lines.ts'
import type { ThreadMessages } from './messages.ts'

interface LeftLineProps {
  conversation: Line
  thread: Pick<ThreadMessages, 'mail' | 'visitor'>
  visitor: string
}

/** Says above the field to write in that the visitor of a website has left it, and where they will find an answer. */
export function LeftLine({ conversation, thread: { mail, visitor: known }, visitor }: LeftLineProps) {
  const to = mail?.reply.to[0]
  const hasLeft = to !== undefined || known.has_left
  if (conversation.origin !== 'widget' || conversation.response_mode !== 'human' || !hasLeft) return null
  const isMailed = mail?.can_send && to
  const Icon = isMailed ? Mail : DoorOpen
  return (
    <p className="flex items-center justify-center gap-1.5 break-words px-4 pb-2 text-muted text-xs">
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0">
        <bdi>{visitor}</bdi> left the page;{' '}
        {isMailed ? (
          <>
            your answer goes by mail to <bdi>{to.address}</bdi>
          </>
        ) : (
          `your answer waits in the chat${mail ? ', as no mail can be sent' : ''}`
        )}
      </span>
    </p>
  )
}

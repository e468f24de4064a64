import Mail from 'lucide-react/icons/mail'
import type { Line } from '../list/lines.ts'
import type { ThreadMessages } from './messages.ts'

interface LeftLineProps {
  conversation: Line
  mail: ThreadMessages['mail']
  visitor: string
}

/** Says above the field to write in that the visitor of a website has left it, and that an answer goes by mail. */
export function LeftLine({ conversation, mail, visitor }: LeftLineProps) {
  const to = mail?.reply.to[0]
  if (conversation.origin !== 'widget' || conversation.response_mode !== 'human' || !to) return null
  return (
    <p className="flex items-center justify-center gap-1.5 break-words px-4 pb-2 text-muted text-xs">
      <Mail aria-hidden className="size-3.5 shrink-0" />
      <span className="min-w-0">
        <bdi>{visitor}</bdi> left the page;{' '}
        {mail.can_send ? (
          <>
            your answer goes by mail to <bdi>{to.address}</bdi>
          </>
        ) : (
          'your answer waits in the chat, as no mail can be sent'
        )}
      </span>
    </p>
  )
}

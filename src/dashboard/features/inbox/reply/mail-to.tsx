import { namesOf } from '../thread/mail-names.ts'
import type { ThreadMessages } from '../thread/messages.ts'

type Mail = NonNullable<ThreadMessages['mail']>

const reasons: Record<NonNullable<Mail['why']>, string> = {
  mailbox_deleted: 'its mailbox was deleted',
  no_server: 'no mail server is set up to send it',
  no_recipient: 'nobody’s address is known here',
}

/** To whom a reply goes by mail, above the field in which it is written. */
export function MailTo({ mail: { reply, can_send, why } }: { mail: Mail }) {
  if (!can_send)
    return (
      <p role="status" className="text-danger text-sm">
        What you write is kept here but not mailed: {why ? reasons[why] : 'it can’t be sent'}.
      </p>
    )
  return (
    <p
      className="break-words text-muted text-sm"
      title={[...reply.to, ...reply.cc].map((one) => one.address).join(', ')}
    >
      By mail to <span className="text-ink-soft">{namesOf(reply.to)}</span>
      {reply.cc.length > 0 && (
        <>
          , Cc <span className="text-ink-soft">{namesOf(reply.cc)}</span>
        </>
      )}
    </p>
  )
}

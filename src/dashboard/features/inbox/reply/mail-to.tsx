import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { MailboxTrouble, WhyNotMailed } from '#contract/mail-enums.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { namesOf } from '../thread/mail-names.ts'
import type { ThreadMessages } from '../thread/messages.ts'
import { AddressField } from './address-field.tsx'
import { knownIn, type TypedMail, usualMail } from './addresses.ts'

type Mail = NonNullable<ThreadMessages['mail']>

const reasons: Record<WhyNotMailed, string> = {
  mailbox_deleted: 'its mailbox was deleted',
  no_server: 'no mail server is set up to send it',
  no_recipient: 'nobody’s address is known here',
}

const troubles: Record<MailboxTrouble, string> = {
  not_sending: 'This mailbox can’t send at the moment. What you write waits, and leaves once that is mended.',
  not_receiving:
    'This mailbox gets no mail at the moment. What you write leaves, but no answer comes in until that is mended.',
  mailbox_paused: 'This mailbox is paused. What you write leaves, but no answer comes in until it is resumed.',
}

const isTrouble = (why: Mail['why']): why is MailboxTrouble => why !== null && why in troubles

interface MailToProps {
  mail: Mail
  thread: ThreadMessages
  /** What the fields hold; undefined while they are closed and the mail goes to whom it usually does. */
  typed: TypedMail | undefined
  onType: (typed: TypedMail | undefined) => void
}

/** To whom a reply goes by mail, above the field in which it is written: one line that opens into fields. */
export function MailTo({ mail, thread, typed, onType }: MailToProps) {
  const { can_send, why } = mail
  if (isTrouble(why))
    return (
      <>
        <p role="status" className="text-sm text-warning">
          {troubles[why]}
        </p>
        <Recipients {...{ mail, thread, typed, onType }} />
      </>
    )
  if (!can_send && why !== 'no_recipient')
    return (
      <p role="status" className="text-danger text-sm">
        What you write is kept here but not mailed: {why ? reasons[why] : 'it can’t be sent'}.
      </p>
    )
  return <Recipients {...{ mail, thread, typed, onType }} />
}

function Recipients({ mail, thread, typed, onType }: MailToProps) {
  const { reply } = mail
  const [isAsked, setAsked] = useState(false)
  if (typed) return <Fields thread={thread} typed={typed} onType={onType} isAsked={isAsked} />
  return (
    <button
      type="button"
      aria-expanded={false}
      title={[...reply.to, ...reply.cc].map((one) => one.address).join(', ')}
      className="-mx-1 flex min-w-0 items-center gap-1 self-start rounded px-1 text-left text-muted text-sm hover:text-ink"
      onClick={() => {
        setAsked(true)
        onType(usualMail(mail))
      }}
    >
      <span className="min-w-0 break-words">
        {reply.to.length === 0 ? (
          <span className="text-danger">To whom? Nobody’s address is known here.</span>
        ) : (
          <>
            To <span className="text-ink-soft">{namesOf(reply.to)}</span>
          </>
        )}
        {reply.cc.length > 0 && (
          <>
            {' · Cc '}
            <span className="text-ink-soft">{namesOf(reply.cc)}</span>
          </>
        )}
      </span>
      <ChevronDown aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">Change recipients and subject</span>
    </button>
  )
}

function Fields({
  thread,
  typed,
  onType,
  isAsked,
}: {
  thread: ThreadMessages
  typed: TypedMail
  onType: MailToProps['onType']
  /** Whether they were opened to be written in, and not by a reply that is written on. */
  isAsked: boolean
}) {
  const known = knownIn(thread)
  const subjectId = useId()
  const field = (kind: 'to' | 'cc' | 'bcc') => ({
    ...{ value: typed[kind], known },
    onChange: (value: string) => onType({ ...typed, [kind]: value }),
  })
  return (
    <fieldset aria-label="To whom it goes" className="flex min-w-0 flex-col gap-1.5">
      <AddressField label="To" {...field('to')} autoFocus={isAsked} />
      <AddressField label="Cc" {...field('cc')} />
      <AddressField label="Bcc" {...field('bcc')} />
      <div className="flex items-center gap-2">
        <label htmlFor={subjectId} className="shrink-0 text-muted text-sm">
          Subject
        </label>
        <Input
          id={subjectId}
          value={typed.subject}
          maxLength={limits.mailSubject}
          dir="auto"
          onChange={({ target }) => onType({ ...typed, subject: target.value })}
        />
        <Button size="sm" variant="ghost" className="shrink-0" onClick={() => onType(undefined)}>
          As usual
        </Button>
      </div>
    </fieldset>
  )
}

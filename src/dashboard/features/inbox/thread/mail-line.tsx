import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { bareSubject } from '#contract/bare-subject.ts'
import type { MailDeliveryStatus, NotAnsweredReason } from '#contract/mail-enums.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { late } from '#dashboard/lib/late.tsx'
import { isKept, namesOf } from './mail-names.ts'
import type { ThreadMessage } from './messages.ts'
import type { ConversationIds } from './query.ts'

type Email = NonNullable<ThreadMessage['email']>
type Place = ConversationIds & { messageId: string; cameAt: string }

const states: Record<MailDeliveryStatus, { words: string; why?: string; tone: string }> = {
  queued: { words: 'Waits to be mailed', tone: 'text-muted' },
  sending: { words: 'Being mailed', tone: 'text-muted' },
  sent: { words: 'Mailed', tone: 'text-muted' },
  delayed: { words: 'Not mailed yet', why: ', and tried again', tone: 'text-warning' },
  bounced: { words: 'Not delivered', tone: 'text-danger' },
  failed: { words: 'Not mailed', tone: 'text-danger' },
  withdrawn: { words: 'Not mailed', why: ', as a person took over first', tone: 'text-muted' },
  not_mailed: { words: 'Not mailed', tone: 'text-danger' },
}

/** Why the AI left a person's mail to people, or that a machine wrote it. */
const silences: Record<NotAnsweredReason, string> = {
  own_address: 'it came from a mailbox of yours',
  loop: 'it is a mail of this installation',
  null_sender: 'its sender takes no answers',
  report: 'it is a report about a delivery',
  auto_submitted: 'a machine wrote it',
  auto_suppressed: 'its sender wants no automatic answers',
  precedence: 'it is bulk mail',
  list: 'it came by a mailing list',
  no_reply_sender: 'its sender takes no answers',
  auto_subject: 'it is an automatic answer',
  calendar: 'it is an invitation',
  encrypted: 'it is encrypted',
  not_addressed: 'it was not addressed to this mailbox',
  second_mailbox: 'it went to another mailbox first',
  other_sender: 'its sender takes no part in the conversation it belongs to',
  member: 'a member of the team wrote it',
  dmarc_fail: 'its sender could not be confirmed',
  old: 'it is from before the mailbox was connected',
  repeated: 'the same words came before',
  too_many_in_conversation: 'it has answered often enough here',
  too_many_to_address: 'it has answered this address often enough today',
  flood: 'this address writes too often',
  mailbox_breaker: 'it has mailed too much within an hour',
}

interface MailLineProps {
  message: Place
  email: Email
  subject: string
  /** Mails it again to those whom it did not reach. */
  onRetry?: () => Promise<unknown>
}

/**
 * What a message's mail says beside its words: to whom it went and how far it is, or who else got it and why the AI is
 * silent. `subject` is the conversation's, which is not said again.
 */
export function MailLine({ email, subject: of, message, onRetry }: MailLineProps) {
  const [isWhole, setWhole] = useState(false)
  const [isAsSent, setAsSent] = useState(false)
  const { delivery, kind, not_answered, cc, subject, is_cut, has_html, attachments } = email
  const { agentId, conversationId, messageId, cameAt } = message
  const canShow = has_html && isKept(cameAt)
  // Pictures that the mail as sent shows are listed only once it can't be shown any more.
  const files = attachments.filter(({ is_inline }) => !(is_inline && canShow))
  const fileList = files.length > 0 && <MailFiles agentId={agentId} conversationId={conversationId} files={files} />
  if (delivery)
    return (
      <>
        {fileList}
        <Delivery email={email} delivery={delivery} onRetry={onRetry} />
      </>
    )
  const parts = [
    subject && bareSubject(subject) !== bareSubject(of) && `Subject: ${subject}`,
    cc.length > 0 && `Cc ${namesOf(cc)}`,
    kind === 'auto' && 'Automatic mail',
    kind === 'list' && 'Mailing list',
    kind === 'person' && not_answered && `The AI did not answer: ${silences[not_answered]}`,
    is_cut && 'Its end is left out',
  ].filter(Boolean)
  return (
    <>
      {fileList}
      <p className="mt-0.5 flex max-w-[min(40rem,88%)] items-baseline gap-2 px-0.5 text-muted text-xs">
        <button
          type="button"
          aria-expanded={isWhole}
          aria-label="The whole mail"
          title="The whole mail"
          className="shrink-0 rounded bg-hover px-1.5 font-semibold leading-4 hover:text-ink pointer-coarse:px-3 pointer-coarse:py-1"
          onClick={() => setWhole(!isWhole)}
        >
          …
        </button>
        {canShow && (
          <button
            type="button"
            aria-expanded={isAsSent}
            className="shrink-0 rounded px-0.5 underline-offset-2 hover:text-ink hover:underline pointer-coarse:py-1"
            onClick={() => setAsSent(!isAsSent)}
          >
            {isAsSent ? 'Hide as sent' : 'Show as sent'}
          </button>
        )}
        <span className="min-w-0 break-words">{parts.join(' · ')}</span>
      </p>
      {isAsSent && <SentView agentId={agentId} conversationId={conversationId} messageId={messageId} />}
      {isWhole && <WholeMail {...message} isCut={is_cut} />}
    </>
  )
}

const MailFiles = late(() => import('./mail-files.tsx'), 'MailFiles')
const SentView = late(() => import('./sent-view.tsx'), 'SentView')
const WholeMail = late(() => import('./whole-mail.tsx'), 'WholeMail')

interface DeliveryProps extends Pick<MailLineProps, 'email' | 'onRetry'> {
  delivery: NonNullable<Email['delivery']>
}

function Delivery({ email, delivery, onRetry }: DeliveryProps) {
  const retry = useMutation({ mutationFn: async () => onRetry?.() })
  const { words, why, tone } = states[delivery.status]
  const all = [...email.to, ...email.cc, ...email.bcc]
  const troubled = delivery.recipients.filter(({ status, message }) => message && status !== 'sent')
  return (
    <div className="mt-0.5 max-w-[min(40rem,88%)] px-0.5 text-right text-xs">
      <p className={cn('break-words', tone)}>
        {words}
        {all.length > 0 && ` to ${namesOf(all)}`}
        {why}
        {onRetry && (delivery.status === 'failed' || delivery.status === 'bounced') && (
          <button
            type="button"
            disabled={retry.isPending}
            className="ml-2 rounded px-0.5 text-ink underline-offset-2 hover:underline disabled:text-muted"
            onClick={() => retry.mutate()}
          >
            Try again
          </button>
        )}
      </p>
      {retry.error && <ErrorNotice error={retry.error} act="The mail was not sent again" className="mt-1 text-left" />}
      {troubled.map(({ address, code, message }) => (
        <p key={address} className="break-words text-muted">
          {all.length > 1 && `${address}: `}
          {message}
          {code && ` (${code})`}
        </p>
      ))}
    </div>
  )
}

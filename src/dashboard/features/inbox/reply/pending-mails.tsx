import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { invalidateAfter } from '#dashboard/api/after-mutation.ts'
import { call } from '#dashboard/api/client.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { newMail } from '#dashboard/lib/new-mail.ts'
import { useCountdown } from '#dashboard/lib/use-countdown.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { withoutDetails } from '../inbox-search.ts'
import type { ThreadMessages } from '../thread/messages.ts'
import { type ConversationIds, changeThread, paramsOf, readerOf } from '../thread/query.ts'

type Pending = ThreadMessages['pending'][number]

interface PendingMailsProps {
  ids: ConversationIds
  thread: ThreadMessages
  /** Puts what was typed back into the fields. */
  onTakenBack: (typed: Data<'takeBackEmail'>) => void
}

/** The mails that have not left yet; one's own can be taken back. */
export function PendingMails({ ids, thread, onTakenBack }: PendingMailsProps) {
  const isOnly = thread.total === 0 && thread.pending.length === 1
  return (
    <ul aria-label="Mails that leave soon" className="flex shrink-0 flex-col border-line border-t bg-sunken">
      {thread.pending.map((mail) => (
        <PendingMail
          key={mail.id}
          ids={ids}
          mail={mail}
          isOnly={isOnly}
          mailboxId={thread.mail?.mailbox_id}
          onTakenBack={onTakenBack}
        />
      ))}
    </ul>
  )
}

interface PendingMailProps extends Omit<PendingMailsProps, 'thread'> {
  mail: Pending
  /** Whether nothing else was written, so that the conversation is gone with it. */
  isOnly: boolean
  mailboxId: string | undefined
}

function PendingMail({ ids, mail, isOnly, mailboxId, onTakenBack }: PendingMailProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isOwn = mail.author.id === readerOf(client)?.id
  const seconds = Math.max(0, Math.ceil((Date.parse(mail.sends_at) - Date.now()) / 1_000))
  const reload = () => void invalidateAfter(client, 'sendEmail', paramsOf(ids))
  const left = useCountdown(useState(seconds)[0], reload)
  const undo = useMutation({
    mutationFn: () => call('takeBackEmail', { params: { ...paramsOf(ids), email: mail.id } }),
    onSuccess: (typed) => {
      if (isOnly) {
        newMail.set({ mailboxId, typed })
        void navigate({ to: '/inbox', search: withoutDetails, replace: true })
      } else {
        changeThread(client, ids, (known) => ({
          ...known,
          pending: known.pending.filter(({ id }) => id !== mail.id),
        }))
        onTakenBack(typed)
      }
      void invalidateAfter(client, 'takeBackEmail', paramsOf(ids))
    },
    onError: reload,
  })
  const whose = isOwn ? 'Your mail' : `The mail of ${mail.author.name ?? 'a member'}`
  return (
    <li className="px-4 py-2 sm:px-6">
      <div className="mx-auto flex max-w-4xl items-center gap-3">
        <Clock aria-hidden className="size-4 shrink-0 text-muted" />
        <p className="min-w-0 flex-1 truncate text-sm">
          <span className="sr-only" role="status">
            {whose} leaves in a few seconds
          </span>
          <span aria-hidden className="font-medium tabular-nums">
            {isOwn ? 'Sending' : `${mail.author.name ?? 'A member'} is sending`}
            {left > 0 ? ` in ${left} s` : '…'}
          </span>
          <span className="ml-2 text-muted">{mail.content}</span>
        </p>
        {isOwn && left > 0 && (
          <Button size="sm" pending={undo.isPending} onClick={() => undo.mutate()}>
            Undo
          </Button>
        )}
      </div>
      {undo.error && (
        <ErrorNotice error={undo.error} act="The mail was not taken back" className="mx-auto mt-2 max-w-4xl" />
      )}
    </li>
  )
}

import { Link, useNavigate } from '@tanstack/react-router'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { placeErrors } from '#dashboard/api/field-errors.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { newMail } from '#dashboard/lib/new-mail.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { trimmedLength } from '#dashboard/lib/trimmed-length.ts'
import { buttonVariants } from '#dashboard/ui/button.tsx'
import { Dialog, DialogBody, DialogContent } from '#dashboard/ui/dialog.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { AddressField } from './address-field.tsx'
import { addressesIn, isAddress, isSendable, typedFrom } from './addresses.ts'
import { AttachButton, ReplyFiles, takingFiles } from './reply-files.tsx'
import { useReplyFiles } from './use-reply-files.ts'

/** The dialog in which a conversation begins with a mail. @param taken a mail that was taken back, to go on with */
export function NewMail({ taken }: { taken: Taken }) {
  const { data, error, refetch } = api.listMailboxes.useQuery()
  const { may } = usePermissions()
  const mailboxes = data?.filter((mailbox) => mailbox.error?.code !== 'agent_deleted') ?? []
  if (mailboxes.length > 0) return <NewMailForm mailboxes={mailboxes} taken={taken} />
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent title="New mail">
        <DialogBody>
          {error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton className="h-40" />}
          {data && (
            <EmptyState
              icon={Mail}
              title="No mailbox to write from"
              action={
                may('createMailbox') && (
                  <Link to="/settings/mailboxes" onClick={close} className={buttonVariants()}>
                    Mailboxes
                  </Link>
                )
              }
            >
              {may('createMailbox')
                ? 'Add one in the settings, and your team writes and answers mail from here.'
                : 'An owner or admin adds one in the settings.'}
            </EmptyState>
          )}
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

const close = () => newMail.set(undefined)

type Mailbox = Pick<Data<'getMailbox'>, 'id' | 'agent_id' | 'name' | 'address' | 'status' | 'error'>
type Taken = Exclude<ReturnType<typeof newMail.get>, 'empty'>

const FIELDS = ['mailbox_id', 'to', 'cc', 'bcc', 'subject', 'content'] as const

function NewMailForm({ mailboxes, taken }: { mailboxes: readonly Mailbox[]; taken: Taken }) {
  const navigate = useNavigate()
  const { to, cc, bcc, subject } = typedFrom(taken?.typed ?? {}, '')
  const form = useForm({
    defaultValues: {
      mailbox_id: taken?.mailboxId ?? mailboxes[0]!.id,
      ...{ to, cc, bcc, subject, content: taken?.typed.content ?? '' },
    },
  })
  const [showsCc, setShowsCc] = useState(cc + bcc !== '')
  const { files, isTooMany, add, remove } = useReplyFiles(limits.mailFiles, taken?.typed.attachments)
  const uploaded = files.flatMap((file) => file.uploaded?.id ?? [])
  const hasAllFiles = uploaded.length === files.length
  const { errors, isDirty } = form.formState
  const { onError, notice } = placeErrors(form.setError, FIELDS)
  const begin = api.beginByEmail.useMutation({ onError })
  const typed = form.watch()
  const trouble = troubleOf(mailboxes.find(({ id }) => id === typed.mailbox_id))
  const submit = form.handleSubmit((values) => {
    const agent = mailboxes.find(({ id }) => id === values.mailbox_id)?.agent_id
    if (!agent || begin.isPending || !hasAllFiles) return
    const all = { to: addressesIn(values.to), cc: addressesIn(values.cc), bcc: addressesIn(values.bcc) }
    const wrong = (['to', 'cc', 'bcc'] as const).find((kind) => !all[kind].every(isAddress))
    if (wrong) return form.setError(wrong, { message: 'names what is no e-mail address' })
    if (all.to.length === 0) return form.setError('to', { message: 'must name somebody' })
    const { mailbox_id, subject, content } = values
    begin.mutate(
      {
        params: { agent },
        body: { mailbox_id, subject, content, ...all, ...(uploaded.length > 0 && { attachments: uploaded }) },
      },
      {
        onSuccess: ({ conversation_id: conversationId }) => {
          close()
          const params = { agentId: agent, conversationId }
          void navigate({ to: '/inbox/$agentId/$conversationId', params, ignoreBlocker: true })
        },
      },
    )
  })
  const addresses = (kind: 'to' | 'cc' | 'bcc') => ({
    ...{ value: typed[kind], error: messageOf(errors[kind]) },
    onChange: (value: string) => {
      form.clearErrors(kind)
      form.setValue(kind, value, { shouldDirty: true })
    },
  })
  return (
    <FormDialog
      title="New mail"
      size="lg"
      losing={
        isDirty || taken || files.length > 0 ? 'The mail is not sent, and what you wrote will be lost.' : undefined
      }
      onClose={close}
      onSubmit={() => void submit()}
      submitLabel="Send"
      pending={begin.isPending}
      disabled={!isSendable(typed) || !hasAllFiles || typed.subject.trim() === '' || trimmedLength(typed.content) === 0}
      error={notice(begin.error)}
    >
      {mailboxes.length > 1 && (
        <FormField label="From" error={errors.mailbox_id?.message}>
          <Select {...form.register('mailbox_id')}>
            {mailboxes.map(({ id, name, address }) => (
              <option key={id} value={id}>
                {name} · {address}
              </option>
            ))}
          </Select>
        </FormField>
      )}
      {mailboxes.length === 1 && (
        <p className="text-muted text-sm">
          From {mailboxes[0]!.name} · {mailboxes[0]!.address}
        </p>
      )}
      {trouble && (
        <p role="status" className="text-sm text-warning">
          {trouble}
        </p>
      )}
      <div className="flex flex-col gap-1.5">
        <AddressField label="To" {...addresses('to')} autoFocus />
        {showsCc ? (
          <>
            <AddressField label="Cc" {...addresses('cc')} />
            <AddressField label="Bcc" {...addresses('bcc')} />
          </>
        ) : (
          <button
            type="button"
            className="self-start rounded px-1 text-muted text-sm hover:text-ink"
            onClick={() => setShowsCc(true)}
          >
            Cc, Bcc
          </button>
        )}
      </div>
      <FormField label="Subject" error={errors.subject?.message}>
        <Input {...form.register('subject')} maxLength={limits.mailSubject} autoComplete="off" dir="auto" />
      </FormField>
      <FormField label="Message" hint="Markdown. The mailbox’s signature is put below." error={errors.content?.message}>
        <Textarea {...form.register('content')} {...takingFiles(add)} rows={8} dir="auto" />
      </FormField>
      {(files.length > 0 || isTooMany) && (
        <ReplyFiles {...{ files, isTooMany }} most={limits.mailFiles} onRemove={remove} />
      )}
      <div>
        <AttachButton onChoose={add} />
      </div>
    </FormDialog>
  )
}

/** Why what is written may leave late, or why no answer comes; undefined of a mailbox that works. */
function troubleOf(mailbox: Mailbox | undefined): string | undefined {
  if (mailbox?.error) return `This mailbox has a problem. ${mailbox.error.message}`
  return mailbox?.status === 'paused' ? 'This mailbox is paused: no answer comes in until it is resumed.' : undefined
}

/** What is wrong with a list of addresses, or with the first of them that is wrong. */
function messageOf(error: object | undefined): string | undefined {
  if (!error) return undefined
  if ('message' in error && error.message) return String(error.message)
  return Object.values(error).find((each) => each?.message)?.message
}

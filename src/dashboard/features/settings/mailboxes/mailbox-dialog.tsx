import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import type { Returned } from './away.ts'
import { InboundUrlDialog } from './inbound-url-dialog.tsx'
import { AddressFields, AnswerFields } from './mailbox-fields.tsx'
import { type Mailbox, mailboxSchema, toForm, toRequest } from './mailbox-form.ts'
import { FIELDS } from './mailbox-words.ts'
import { NewMailbox } from './new-mailbox.tsx'
import { ReceivesBy } from './receives-by.tsx'
import { SendsBy } from './sends-by.tsx'
import { TryMailbox } from './try-mailbox.tsx'
import { VerifyDialog } from './verify-dialog.tsx'

interface MailboxDialogProps {
  /** The mailbox to change; undefined for a new one. */
  mailbox: Mailbox | undefined
  agents: Data<'listAgents'>
  /** With what a provider's page has led back to a new one, if it has. */
  returned?: Returned | undefined
  onClose: () => void
}

/**
 * A dialog that changes a mailbox, or adds one, shows once the URL to which its mail is posted, if it is, and lets it
 * prove that mail arrives.
 */
export function MailboxDialog({ mailbox, agents, returned, onClose }: MailboxDialogProps) {
  const [added, setAdded] = useState<Added>()
  const [isStored, setStored] = useState(false)
  if (added && (isStored || added.url === '')) return <VerifyDialog mailbox={added} onClose={onClose} />
  if (added) return <InboundUrlDialog url={added.url} address={added.address} onStored={() => setStored(true)} />
  if (!mailbox)
    return (
      <NewMailbox
        returned={returned}
        agents={agents}
        onAdded={(url, { id, address, incoming }) => setAdded({ id, address, incoming, url })}
        onClose={onClose}
      />
    )
  return <ChangeMailbox mailbox={mailbox} agents={agents} onClose={onClose} />
}

interface Added extends Pick<Mailbox, 'id' | 'address' | 'incoming'> {
  /** Empty if its mail is posted nowhere. */
  url: string
}

function ChangeMailbox({ mailbox, agents, onClose }: MailboxDialogProps & { mailbox: Mailbox }) {
  const { form, onError, notice } = useCheckedForm(mailboxSchema(mailbox), toForm(mailbox, ''), { fields: FIELDS })
  const { mutate, isPending, error } = api.updateMailbox.useMutation({ onError })
  const submit = form.handleSubmit((values) => {
    if (isPending) return
    mutate({ params: { mailbox: mailbox.id }, body: toRequest(values) }, { onSuccess: onClose })
  })
  return (
    <FormDialog
      title={`Change ${mailbox.address}`}
      losing={form.formState.isDirty ? 'What you changed here will be lost.' : undefined}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel="Save"
      pending={isPending}
      error={notice(error)}
    >
      <AddressFields form={form} />
      <AnswerFields form={form} agents={agents} />
      <ReceivesBy form={form} mailbox={mailbox} />
      <SendsBy form={form} mailbox={mailbox} />
      <TryMailbox form={form} mailbox={mailbox} />
    </FormDialog>
  )
}

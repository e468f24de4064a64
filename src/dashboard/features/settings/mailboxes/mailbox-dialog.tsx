import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { placeErrors } from '#dashboard/api/field-errors.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { useSecretMutation } from '#dashboard/api/use-secret-mutation.ts'
import { Choices } from '#dashboard/components/choice.tsx'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { InboundUrlDialog } from './inbound-url-dialog.tsx'
import { aliasLines, type Mailbox, mailboxSchema, toForm, toRequest } from './mailbox-form.ts'
import { SendsBy } from './sends-by.tsx'
import { TrySending } from './try-sending.tsx'
import { VerifyDialog } from './verify-dialog.tsx'

interface MailboxDialogProps {
  /** The mailbox to change; undefined for a new one. */
  mailbox: Mailbox | undefined
  agents: Data<'listAgents'>
  onClose: () => void
}

/**
 * A dialog that changes a mailbox, or adds one, shows once the URL to which its mail is posted, and lets it prove that
 * mail arrives.
 */
export function MailboxDialog(props: MailboxDialogProps) {
  const [added, setAdded] = useState<Added>()
  const [isStored, setStored] = useState(false)
  if (added && isStored) return <VerifyDialog mailbox={added} onClose={props.onClose} />
  if (added) return <InboundUrlDialog url={added.url} address={added.address} onStored={() => setStored(true)} />
  return <MailboxFields {...props} onAdded={setAdded} />
}

interface Added {
  id: string
  address: string
  url: string
}

const aiOptions = [
  {
    value: 'answers' as const,
    tone: 'ai' as const,
    title: 'The AI answers',
    text: 'It mails an answer where your knowledge has one, and leaves the rest to people.',
  },
  {
    value: 'silent' as const,
    tone: 'human' as const,
    title: 'People answer',
    text: 'Every mail waits in the inbox for somebody of your team.',
  },
]

interface MailboxFieldsProps extends MailboxDialogProps {
  onAdded: (added: Added) => void
}

function MailboxFields({ mailbox, agents, onAdded, onClose }: MailboxFieldsProps) {
  const { id: organization } = useOrganization()
  const quotes = useId()
  const form = useForm({
    resolver: zodResolver(mailboxSchema(mailbox?.outgoing ?? null)),
    defaultValues: toForm(mailbox, agents.length === 1 ? agents[0]!.id : ''),
  })
  const { errors, isDirty } = form.formState
  const { onError, notice } = placeErrors(form.setError, FIELDS)
  const create = useSecretMutation('createMailbox', {
    onSecret: (url, { id, address }) => onAdded({ id, address, url }),
    onError,
  })
  const update = useMutation({ ...api.updateMailbox.mutationOptions(), onError })
  const { isPending, error } = mailbox ? update : create
  const submit = form.handleSubmit((values) => {
    if (isPending) return
    const body = toRequest(values)
    if (mailbox) update.mutate({ params: { organization, mailbox: mailbox.id }, body }, { onSuccess: onClose })
    else create.mutate({ params: { organization }, body: { ...body, incoming: { type: 'http' } } })
  })
  const unsaved = mailbox ? 'What you changed here will be lost.' : 'The mailbox is not added yet.'
  return (
    <FormDialog
      title={mailbox ? `Change ${mailbox.address}` : 'New mailbox'}
      losing={
        create.isPending ? 'The mailbox is being added. Its inbound URL would be lost.' : isDirty ? unsaved : undefined
      }
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={mailbox ? 'Save' : 'Add mailbox'}
      pending={isPending}
      error={notice(error)}
    >
      <FormField label="Address" hint="What people write to." error={errors.address?.message}>
        {(field) => (
          <Input
            {...field}
            {...form.register('address')}
            autoFocus
            type="email"
            autoComplete="off"
            placeholder="support@example.com"
          />
        )}
      </FormField>
      <FormField label="Name" hint="Whom people see as the sender of your mails." error={errors.name?.message}>
        {(field) => <Input {...field} {...form.register('name')} autoComplete="off" />}
      </FormField>
      <FormField
        label="Aliases"
        optional
        hint="Further addresses whose mail comes here, one a line."
        error={aliasError(errors.aliases, form.getValues('aliases'))}
      >
        {(field) => <Textarea {...field} {...form.register('aliases')} rows={2} spellCheck={false} />}
      </FormField>
      <FormField
        label="Agent"
        hint="Its knowledge answers, and its inbox shows the mail."
        error={errors.agent_id?.message}
      >
        {(field) => (
          <Select {...field} {...form.register('agent_id')}>
            <option value="" disabled>
              Choose an agent
            </option>
            {agents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <Choices
        legend="Who answers"
        showsLegend
        options={aiOptions}
        chosen={form.watch('ai')}
        onChoose={(value) => form.setValue('ai', value, { shouldDirty: true })}
      />
      <FormField
        label="Signature"
        optional
        hint="Below every mail. {{member.name}} becomes the name of who writes, {{agent.name}} that of the agent."
        error={errors.signature?.message}
      >
        {(field) => <Textarea {...field} {...form.register('signature')} rows={3} dir="auto" />}
      </FormField>
      <label htmlFor={quotes} className="flex items-start gap-2.5">
        <Checkbox id={quotes} {...form.register('quotes')} className="mt-0.5" />
        <span className="flex flex-col">
          <span className="font-medium">Quote the mail that is answered</span>
          <span className="text-muted text-sm">It stands below the answer and the signature.</span>
        </span>
      </label>
      <FormField label="Undo" hint="How long a member can take back a mail after sending it.">
        {(field) => (
          <Select {...field} {...form.register('undo')}>
            {undoTimes(form.getValues('undo')).map((seconds) => (
              <option key={seconds} value={seconds}>
                {seconds === '0' ? 'Not at all' : `${seconds} seconds`}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <SendsBy form={form} stored={mailbox?.outgoing ?? null} />
      <TrySending form={form} mailbox={mailbox} />
    </FormDialog>
  )
}

/** The times on offer, with the one that is set elsewhere. */
const undoTimes = (set: string): string[] =>
  [...new Set(['0', '5', '10', '20', '30', set])].sort((one, other) => Number(one) - Number(other))

/** The fields at which what the server refuses is shown. */
const FIELDS = [
  ...(['address', 'name', 'aliases', 'agent_id', 'signature'] as const),
  ...(['outgoing.host', 'outgoing.port', 'outgoing.user', 'outgoing.auth'] as const),
]

/** What is wrong with the aliases; the server says of which by its number, the reader sees which. */
function aliasError(error: object | undefined, typed: string): string | undefined {
  if (!error) return undefined
  if ('message' in error && error.message) return String(error.message)
  const [number, about] = Object.entries(error).find(([, each]) => each?.message) ?? []
  return about && `“${aliasLines(typed)[Number(number)]}” ${about.message}`
}

import type { UseFormReturn } from 'react-hook-form'
import type { Data } from '#contract/index.ts'
import { Choices } from '#dashboard/components/choice.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { CheckboxLine } from '../checkbox-line.tsx'
import { aliasLines, type MailboxForm } from './mailbox-form.ts'

const aiOptions = [
  {
    value: 'answers' as const,
    tone: 'ai' as const,
    title: 'The AI answers',
    text: 'It mails an answer where your knowledge has one, and leaves the rest to people.',
  },
  {
    value: 'drafts' as const,
    tone: 'ai' as const,
    title: 'The AI drafts',
    text: 'Every mail waits for your team, with a suggested answer beside it to send, change or dismiss.',
  },
  {
    value: 'silent' as const,
    tone: 'human' as const,
    title: 'People answer',
    text: 'Every mail waits in the inbox for somebody of your team.',
  },
]

/** Whom people write to. */
export function AddressFields({ form }: { form: UseFormReturn<MailboxForm> }) {
  const { errors } = form.formState
  return (
    <>
      <FormField label="Address" hint="What people write to." error={errors.address?.message}>
        <Input
          {...form.register('address')}
          autoFocus
          type="email"
          autoComplete="off"
          placeholder="support@example.com"
        />
      </FormField>
      <FormField label="Name" hint="Whom people see as the sender of your mails." error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="off" />
      </FormField>
      <FormField
        label="Aliases"
        optional
        hint="Further addresses whose mail comes here, one a line."
        error={aliasError(errors.aliases, form.getValues('aliases'))}
      >
        <Textarea {...form.register('aliases')} rows={2} spellCheck={false} />
      </FormField>
    </>
  )
}

/** Who answers, and how. */
export function AnswerFields({ form, agents }: { form: UseFormReturn<MailboxForm>; agents: Data<'listAgents'> }) {
  const { errors } = form.formState
  const isFetched = form.watch('receives') === 'imap'
  return (
    <>
      <FormField
        label="Agent"
        hint="Its knowledge answers, and its inbox shows the mail."
        error={errors.agent_id?.message}
      >
        <Select {...form.register('agent_id')}>
          <option value="" disabled>
            Choose an agent
          </option>
          {agents.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
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
        <Textarea {...form.register('signature')} rows={3} dir="auto" />
      </FormField>
      <CheckboxLine
        {...form.register('quotes')}
        label="Quote the mail that is answered"
        hint="It stands below the answer and the signature."
      />
      <FormField label="Undo" hint="How long a member can take back a mail after sending it.">
        <Select {...form.register('undo')}>
          {undoTimes(form.getValues('undo')).map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds === '0' ? 'Not at all' : `${seconds} seconds`}
            </option>
          ))}
        </Select>
      </FormField>
      {isFetched && form.watch('sends') === 'own' && (
        <CheckboxLine
          {...form.register('saves')}
          label="Put what is sent into the folder of sent mail"
          hint="Gmail and Microsoft do so by themselves."
        />
      )}
    </>
  )
}

/** The times on offer, with the one that is set elsewhere. */
const undoTimes = (set: string): string[] =>
  [...new Set(['0', '5', '10', '20', '30', set])].sort((one, other) => Number(one) - Number(other))

/** What is wrong with the aliases; the server says of which by its number, the reader sees which. */
function aliasError(error: object | undefined, typed: string): string | undefined {
  if (!error) return undefined
  if ('message' in error && error.message) return String(error.message)
  const [number, about] = Object.entries(error).find(([, each]) => each?.message) ?? []
  return about && `“${aliasLines(typed)[Number(number)]}” ${about.message}`
}

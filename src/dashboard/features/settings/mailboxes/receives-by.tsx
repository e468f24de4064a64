import type { UseFormReturn } from 'react-hook-form'
import { Choices } from '#dashboard/components/choice.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { CheckboxLine } from '../checkbox-line.tsx'
import { AccountFields } from './account-fields.tsx'
import type { Mailbox, MailboxForm } from './mailbox-form.ts'

interface ReceivesByProps {
  form: UseFormReturn<MailboxForm>
  mailbox: Mailbox
}

/** The choice of how a mailbox's mail comes, and the account from which it is fetched. */
export function ReceivesBy({ form, mailbox }: ReceivesByProps) {
  return (
    <>
      <ReceivesChoices form={form} />
      {form.watch('receives') === 'imap' && (
        <>
          <AccountFields form={form} side="incoming" mailbox={mailbox} />
          <FetchFields form={form} />
        </>
      )}
    </>
  )
}

/** Whether mail is fetched or posted. */
export function ReceivesChoices({ form }: Pick<ReceivesByProps, 'form'>) {
  return (
    <Choices
      legend="How mail comes"
      showsLegend
      options={[
        {
          value: 'imap',
          title: 'From its mail server',
          text: 'Mail is fetched by IMAP, within seconds, and stays there.',
        },
        {
          value: 'http',
          title: 'Posted to a URL',
          text: 'Your mail server, or a service that takes mail in, posts each mail as it comes.',
        },
      ]}
      chosen={form.watch('receives')}
      onChoose={(value) => form.setValue('receives', value, { shouldDirty: true })}
    />
  )
}

/** What is done in the folder from which mail is fetched. */
export function FetchFields({ form }: Pick<ReceivesByProps, 'form'>) {
  const { errors } = form.formState
  return (
    <>
      <FormField label="Folder" hint="New mail usually lies in INBOX." error={errors.incoming?.folder?.message}>
        <Input {...form.register('incoming.folder')} autoComplete="off" spellCheck={false} />
      </FormField>
      <CheckboxLine
        {...form.register('marks')}
        label="Mark fetched mail as read"
        hint="On its server, where otherwise nothing is changed."
      />
    </>
  )
}

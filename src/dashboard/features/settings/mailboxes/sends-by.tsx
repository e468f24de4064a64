import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { MailSecurity } from '#contract/mail-enums.ts'
import { api } from '#dashboard/api/api.ts'
import { Choices } from '#dashboard/components/choice.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { type Mailbox, type MailboxForm, needsPassword, usualPorts } from './mailbox-form.ts'

interface SendsByProps {
  form: UseFormReturn<MailboxForm>
  /** The mail server of the mailbox's own, as it is stored. */
  stored: Mailbox['outgoing']
}

/** The choice of the mail server by which a mailbox's mail goes out, and the account on one of its own. */
export function SendsBy({ form, stored }: SendsByProps) {
  const sendsMail = useQuery(api.getStart.queryOptions()).data?.sends_mail
  const sends = form.watch('sends')
  return (
    <>
      <Choices
        legend="Send by"
        showsLegend
        options={[
          {
            value: 'installation',
            title: 'This installation’s mail server',
            text:
              sendsMail === false
                ? 'It has none yet, so no answer would be mailed. Whoever runs it can set SMTP_URL and MAIL_FROM.'
                : 'Mails come from the installation’s address, with this mailbox’s name; answers to them reach this mailbox.',
          },
          {
            value: 'own',
            title: 'A mail server of your own',
            text: 'Mails come from this mailbox’s address.',
          },
        ]}
        chosen={sends}
        onChoose={(value) => form.setValue('sends', value, { shouldDirty: true })}
      />
      {sends === 'own' && <AccountFields form={form} stored={stored} />}
    </>
  )
}

function AccountFields({ form, stored }: SendsByProps) {
  const errors = form.formState.errors.outgoing
  const outgoing = form.watch('outgoing')
  const isKept = !needsPassword(outgoing, stored)
  const security = form.register('outgoing.security', {
    onChange: ({ target }) => {
      const isUsual = Object.values(usualPorts).includes(form.getValues('outgoing.port').trim())
      if (isUsual) form.setValue('outgoing.port', usualPorts[target.value as MailSecurity], { shouldDirty: true })
    },
  })
  return (
    <fieldset className="flex flex-col gap-4 border-line border-l-2 pl-4">
      <legend className="sr-only">Account on the mail server</legend>
      <FormField label="Host" error={errors?.host?.message}>
        {(field) => (
          <Input
            {...field}
            {...form.register('outgoing.host')}
            autoComplete="off"
            spellCheck={false}
            placeholder="smtp.example.com"
          />
        )}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
        <FormField label="Encryption">
          {(field) => (
            <Select {...field} {...security}>
              <option value="tls">TLS</option>
              <option value="starttls">STARTTLS</option>
              <option value="none">None, on this machine alone</option>
            </Select>
          )}
        </FormField>
        <FormField label="Port" error={errors?.port?.message}>
          {(field) => <Input {...field} {...form.register('outgoing.port')} inputMode="numeric" autoComplete="off" />}
        </FormField>
      </div>
      <FormField label="User" error={errors?.user?.message}>
        {(field) => <Input {...field} {...form.register('outgoing.user')} autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField
        label="Password"
        optional={isKept}
        hint={
          isKept
            ? 'Leave it empty to keep the one that is stored.'
            : stored
              ? 'Type it again: the stored one goes to no other server or user.'
              : 'Often one that your provider makes for apps. It is stored encrypted and never shown again.'
        }
        error={errors?.auth?.message}
      >
        {(field) => <PasswordInput {...field} {...form.register('outgoing.auth')} autoComplete="new-password" />}
      </FormField>
    </fieldset>
  )
}

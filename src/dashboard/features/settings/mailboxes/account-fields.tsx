import type { UseFormReturn } from 'react-hook-form'
import type { MailSecurity } from '#contract/mail-enums.ts'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { companyName } from './away.ts'
import { type Mailbox, type MailboxForm, needsPassword, type Side, storedOf, usualPorts } from './mailbox-form.ts'

interface ServerFieldsProps {
  form: UseFormReturn<MailboxForm>
  side: Side
}

/** Host, encryption and port of one of a mailbox's mail servers. */
export function ServerFields({ form, side }: ServerFieldsProps) {
  const errors = form.formState.errors[side]
  const usual = usualPorts[side]
  const security = form.register(`${side}.security`, {
    onChange: ({ target }) => {
      const isUsual = Object.values(usual).includes(form.getValues(`${side}.port`).trim())
      if (isUsual) form.setValue(`${side}.port`, usual[target.value as MailSecurity], { shouldDirty: true })
    },
  })
  return (
    <>
      <FormField label="Host" error={errors?.host?.message}>
        <Input
          {...form.register(`${side}.host`)}
          autoComplete="off"
          spellCheck={false}
          placeholder={side === 'incoming' ? 'imap.example.com' : 'smtp.example.com'}
        />
      </FormField>
      <div className="grid gap-4 sm:grid-cols-[1fr_7rem]">
        <FormField label="Encryption">
          <Select {...security}>
            <option value="tls">TLS</option>
            <option value="starttls">STARTTLS</option>
            <option value="none">None, on this machine alone</option>
          </Select>
        </FormField>
        <FormField label="Port" error={errors?.port?.message}>
          <Input {...form.register(`${side}.port`)} inputMode="numeric" autoComplete="off" />
        </FormField>
      </div>
    </>
  )
}

interface AccountFieldsProps extends ServerFieldsProps {
  mailbox: Mailbox | undefined
}

/** One of a mailbox's mail servers with user and password, of which the stored one is kept where nothing else changes. */
export function AccountFields({ form, side, mailbox }: AccountFieldsProps) {
  const errors = form.formState.errors[side]
  const stored = storedOf(mailbox, side)
  const isKept = !needsPassword(form.watch(side), stored)
  const auth = mailbox?.[side] && 'auth' in mailbox[side] ? mailbox[side].auth : undefined
  const kept =
    auth?.type === 'oauth'
      ? `Somebody signed in with ${companyName(auth.provider)}. A password typed here takes its place.`
      : 'Leave it empty to keep the one that is stored.'
  return (
    <fieldset className="flex flex-col gap-4 border-line border-l-2 pl-4">
      <legend className="sr-only">
        {side === 'incoming' ? 'Server that has the mail' : 'Account on the mail server'}
      </legend>
      <ServerFields form={form} side={side} />
      <FormField label="User" error={errors?.user?.message}>
        <Input {...form.register(`${side}.user`)} autoComplete="off" spellCheck={false} />
      </FormField>
      <FormField
        label="Password"
        optional={isKept}
        hint={
          isKept
            ? kept
            : stored
              ? 'Type it again: the stored one goes to no other server or user.'
              : 'Often one that your provider makes for apps. It is stored encrypted and never shown again.'
        }
        error={errors?.auth?.message}
      >
        <PasswordInput {...form.register(`${side}.auth`)} autoComplete="new-password" />
      </FormField>
    </fieldset>
  )
}

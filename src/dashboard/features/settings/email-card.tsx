import { useState } from 'react'
import { changeEmailBody } from '#contract/account.ts'
import { api } from '#dashboard/api/api.ts'
import { useSession } from '#dashboard/api/session.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'
import { toast } from '#dashboard/ui/toast.tsx'

const empty = { email: '', current_password: '' }

/** A card to change the e-mail address with which the person signs in, which requires their password. */
export function EmailCard() {
  const { user } = useSession()
  const [mailedTo, setMailedTo] = useState<string>()
  const { form, onError, notice } = useCheckedForm(changeEmailBody, empty)
  const { errors } = form.formState
  const change = api.updateAccount.useMutation({
    onSuccess: (session, { body }) => {
      form.reset(empty)
      const counts = session.user.email === body.email?.toLowerCase()
      setMailedTo(counts ? undefined : body.email)
      if (counts)
        toast.success('Your address has been changed', { description: 'You have been signed out everywhere else.' })
    },
    onError,
  })
  const submit = form.handleSubmit((body) => {
    if (!change.isPending) change.mutate({ body })
  })
  const error = notice(change.error)
  return (
    <form noValidate onSubmit={submit}>
      <Card
        title="E-mail address"
        description={`You sign in with ${user.email}. Changing it signs you out everywhere else.`}
        footer={
          <Button type="submit" pending={change.isPending}>
            Change address
          </Button>
        }
      >
        <div className="flex max-w-sm flex-col gap-4">
          <FormField label="New address" error={errors.email?.message}>
            <Input {...form.register('email')} type="email" autoComplete="email" />
          </FormField>
          <FormField label="Password" error={errors.current_password?.message}>
            <PasswordInput {...form.register('current_password')} autoComplete="current-password" />
          </FormField>
          <p role="status" className="text-pretty text-ink-soft empty:hidden">
            {mailedTo && `Open the link that was mailed to ${mailedTo}. Until then ${user.email} counts.`}
          </p>
          {error !== null && <ErrorNotice error={error} />}
        </div>
      </Card>
    </form>
  )
}

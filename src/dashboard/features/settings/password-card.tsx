import { changePasswordBody } from '#contract/account.ts'
import { api } from '#dashboard/api/api.ts'
import { useSession } from '#dashboard/api/session.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { passwordStrength } from '#dashboard/components/password-strength.ts'
import { StrengthMeter } from '#dashboard/components/strength-meter.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'
import { toast } from '#dashboard/ui/toast.tsx'

const empty = { current_password: '', password: '' }

export function PasswordCard() {
  const { user } = useSession()
  const { form, onError, notice } = useCheckedForm(changePasswordBody, empty)
  const { errors } = form.formState
  const change = api.updateAccount.useMutation({
    onSuccess: () => {
      form.reset(empty)
      toast.success('Your password has been changed', { description: 'You have been signed out everywhere else.' })
    },
    onError,
  })
  const submit = form.handleSubmit((body) => {
    if (!change.isPending) change.mutate({ body })
  })
  const error = notice(change.error)
  const strength = passwordStrength(form.watch('password'), [user.name, user.email])
  return (
    <form noValidate onSubmit={submit}>
      <Card
        title="Password"
        description="Changing it signs you out everywhere else."
        footer={
          <Button type="submit" pending={change.isPending}>
            Change password
          </Button>
        }
      >
        <div className="flex max-w-sm flex-col gap-4">
          {/* Tells password managers whose password this is. */}
          <input type="text" autoComplete="username" value={user.email} readOnly hidden />
          <FormField label="Current password" error={errors.current_password?.message}>
            <PasswordInput {...form.register('current_password')} autoComplete="current-password" />
          </FormField>
          <FormField label="New password" hint={<StrengthMeter strength={strength} />} error={errors.password?.message}>
            <PasswordInput {...form.register('password')} autoComplete="new-password" />
          </FormField>
          {error !== null && <ErrorNotice error={error} />}
        </div>
      </Card>
    </form>
  )
}

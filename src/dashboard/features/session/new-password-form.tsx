import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { fieldErrors } from '#dashboard/api/field-errors.ts'
import { endSession } from '#dashboard/api/session.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { passwordStrength, SHORTEST_PASSWORD } from '#dashboard/components/password-strength.ts'
import { StrengthMeter } from '#dashboard/components/strength-meter.tsx'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'
import { Told } from './told.tsx'

/** A form to choose another password with the token of a reset link. */
export function NewPasswordForm({ token }: { token: string }) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const reset = useMutation({
    ...api.usePasswordReset.mutationOptions(),
    onSuccess: () => endSession(client), // a new password ends all sessions, including that of this browser
  })
  const problem = fieldErrors(reset.error).find(({ field }) => field === 'password')?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reset.isPending) reset.mutate({ body: { token, password } })
  }
  const primary = buttonVariants({ variant: 'primary', size: 'lg' })
  if (reset.isSuccess)
    return (
      <Told
        title="Your password has been changed"
        action={
          <Link to="/sign-in" className={primary}>
            Sign in
          </Link>
        }
      >
        You have been signed out everywhere. Sign in with the new one.
      </Told>
    )
  if (isApiError(reset.error, 'resource_not_found'))
    return (
      <Told
        title="This link works no more"
        action={
          <Link to="/reset-password" hash="" className={primary}>
            Ask for another link
          </Link>
        }
      >
        It was used already, a newer one has replaced it, or it is more than an hour old.
      </Told>
    )
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <FormField
        label="New password"
        hint={<StrengthMeter strength={passwordStrength(password, [])} />}
        error={problem}
      >
        {(field) => (
          <PasswordInput
            {...field}
            name="password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="new-password"
            minLength={SHORTEST_PASSWORD}
            required
            autoFocus
          />
        )}
      </FormField>
      {reset.error && !problem && <ErrorNotice error={reset.error} />}
      <Button type="submit" variant="primary" size="lg" pending={reset.isPending}>
        Change password
      </Button>
    </form>
  )
}

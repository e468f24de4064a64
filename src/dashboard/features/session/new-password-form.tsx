import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { fieldError, unplaced } from '#dashboard/api/field-errors.ts'
import { endSession } from '#dashboard/api/session.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { Told } from './told.tsx'
import { useTypedValues } from './use-typed-values.ts'

/** A form to choose another password with the token of a reset link. */
export function NewPasswordForm({ token }: { token: string }) {
  const client = useQueryClient()
  const { values, bind } = useTypedValues({ password: '' })
  const reset = useMutation({
    ...api.usePasswordReset.mutationOptions(),
    onSuccess: () => endSession(client), // a new password ends all sessions, including that of this browser
  })
  const notice = unplaced(reset.error, ['password'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reset.isPending) reset.mutate({ body: { token, ...values } })
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
      <NewPasswordField
        label="New password"
        {...bind('password')}
        personal={[]}
        error={fieldError(reset.error, 'password')}
        autoFocus
      />
      {notice && <ErrorNotice error={notice} />}
      <Button type="submit" variant="primary" size="lg" pending={reset.isPending}>
        Change password
      </Button>
    </form>
  )
}

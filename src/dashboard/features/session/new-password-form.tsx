import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { fieldError, unplaced } from '#dashboard/api/field-errors.ts'
import { endSession } from '#dashboard/api/session.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { Entrance, linkClass } from './entrance.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useFieldProblems } from './use-field-problems.ts'
import { useTypedValues } from './use-typed-values.ts'

/** The screen to choose another password with the token of a reset link, and what has come of it. */
export function NewPasswordForm({ token }: { token: string }) {
  const client = useQueryClient()
  const { problems, isFine } = useFieldProblems()
  const { values, bind } = useTypedValues({ password: '' })
  const reset = api.usePasswordReset.useMutation({
    onSuccess: () => endSession(client), // a new password ends all sessions, including that of this browser
  })
  const notice = unplaced(reset.error, ['password'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isFine(event.currentTarget) && !reset.isPending) reset.mutate({ body: { token, ...values } })
  }
  const primary = cn(buttonVariants({ variant: 'primary', size: 'lg' }), 'w-full')
  const back = (
    <Link to="/sign-in" hash="" className={linkClass}>
      Back to sign-in
    </Link>
  )
  if (reset.isSuccess)
    return (
      <Entrance
        isOutcome
        title="Your password has been changed"
        description="You have been signed out everywhere. Sign in with the new one."
      >
        <Link to="/sign-in" className={primary}>
          Sign in
        </Link>
      </Entrance>
    )
  if (isApiError(reset.error, 'resource_not_found'))
    return (
      <Entrance
        isOutcome
        title="This link works no more"
        description="It was used already, a newer one has replaced it, or it is more than an hour old."
      >
        <Link to="/reset-password" hash="" className={primary}>
          Ask for another link
        </Link>
        {back}
      </Entrance>
    )
  return (
    <Entrance title="Choose another password" description="It signs you out everywhere, and then you sign in with it.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <NewPasswordField
          label="New password"
          {...bind('password')}
          personal={[]}
          error={problems.password ?? fieldError(reset.error, 'password')}
          autoFocus
        />
        {notice && <ErrorNotice error={notice} />}
        <Button type="submit" variant="primary" size="lg" pending={reset.isPending}>
          Change password
        </Button>
      </form>
      {back}
    </Entrance>
  )
}

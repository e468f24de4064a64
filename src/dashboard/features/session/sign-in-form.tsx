import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/field-errors.ts'
import type { Session } from '#dashboard/api/session.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'

interface SignInFormProps {
  /** The e-mail address, where it is known already. */
  email?: string
  onSignedIn: (session: Session) => void
}

/** A form for e-mail and password. The browser validates it, which keeps the first page's code small. */
export function SignInForm({ email, onSignedIn }: SignInFormProps) {
  const signIn = useMutation({ ...api.signIn.mutationOptions(), onSuccess: onSignedIn })
  const problems = fieldErrors(signIn.error)
  const problemOf = (name: string) => problems.find(({ field }) => field === name)?.message
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    if (!signIn.isPending)
      signIn.mutate({ body: { email: String(fields.get('email')), password: String(fields.get('password')) } })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <FormField label="E-mail" error={problemOf('email')}>
        {(field) => (
          <Input
            {...field}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={email}
            required
            autoFocus={!email}
          />
        )}
      </FormField>
      <FormField label="Password" error={problemOf('password')}>
        {(field) => (
          <PasswordInput
            {...field}
            name="password"
            autoComplete="current-password"
            required
            autoFocus={Boolean(email)}
          />
        )}
      </FormField>
      {signIn.error && problems.length === 0 && <ErrorNotice error={signIn.error} />}
      <Button type="submit" variant="primary" size="lg" pending={signIn.isPending}>
        Sign in
      </Button>
    </form>
  )
}

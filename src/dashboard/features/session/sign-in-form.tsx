import { type FormEvent, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { fieldError, unplaced } from '#dashboard/api/field-errors.ts'
import type { Session } from '#dashboard/api/session.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'
import { useFieldProblems } from './use-field-problems.ts'

export function SignInForm({ email, onSignedIn }: { email?: string; onSignedIn: (session: Session) => void }) {
  const signIn = api.signIn.useMutation({ onSuccess: onSignedIn })
  const isAsking = isApiError(signIn.error, 'two_factor_required')
  const [wantsCode, setWantsCode] = useState(false)
  // Once the server has asked for a code, the form goes on asking, whatever is wrong with the first one.
  if (isAsking && !wantsCode) setWantsCode(true)
  const { problems, isFine } = useFieldProblems()
  const problemOf = (name: string) => problems[name] ?? fieldError(signIn.error, name)
  const notice = unplaced(signIn.error, wantsCode ? ['code'] : ['email', 'password'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isFine(event.currentTarget)) return
    const fields = new FormData(event.currentTarget)
    const code = String(fields.get('code') ?? '').trim()
    const body = { email: String(fields.get('email')), password: String(fields.get('password')) }
    if (!signIn.isPending) signIn.mutate({ body: { ...body, ...(code && { code }) } })
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      {/* Hidden rather than removed, as e-mail and password are sent again together with the code. */}
      <div className={wantsCode ? 'hidden' : 'contents'}>
        <FormField label="E-mail" error={problemOf('email')}>
          <Input name="email" type="email" autoComplete="username" defaultValue={email} required autoFocus={!email} />
        </FormField>
        <FormField label="Password" error={problemOf('password')}>
          <PasswordInput name="password" autoComplete="current-password" required autoFocus={Boolean(email)} />
        </FormField>
      </div>
      {wantsCode && (
        <FormField
          label="Code"
          hint="The six digits that your authenticator shows, or a recovery code."
          error={problemOf('code')}
        >
          <Input
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            className="font-mono"
            required
            autoFocus
          />
        </FormField>
      )}
      {notice && !isAsking && <ErrorNotice error={notice} />}
      <Button type="submit" variant="primary" size="lg" pending={signIn.isPending}>
        Sign in
      </Button>
      {wantsCode && (
        <Button
          variant="ghost"
          onClick={() => {
            signIn.reset()
            setWantsCode(false)
          }}
        >
          Sign in as somebody else
        </Button>
      )}
    </form>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { fieldError, unplaced } from '#dashboard/api/field-errors.ts'
import { startSession } from '#dashboard/api/session.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Entrance } from './entrance.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useFieldProblems } from './use-field-problems.ts'
import { useTypedValues } from './use-typed-values.ts'

/** Sets up a fresh server with its owner and organization, and continues to the first agent. */
export function SetupPage() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { values, bind } = useTypedValues({ organization: '', name: '', email: '', password: '' })
  const setUp = api.setUp.useMutation({
    onSuccess: (session) => {
      startSession(client, session)
      void navigate({ to: '/agents', search: { new: true } })
    },
  })
  const { problems, isFine } = useFieldProblems()
  const problemOf = (name: keyof typeof values) => problems[name] ?? fieldError(setUp.error, name)
  const notice = unplaced(setUp.error, Object.keys(values))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isFine(event.currentTarget) && !setUp.isPending) setUp.mutate({ body: values })
  }
  return (
    <Entrance title="Set up Baton" description="You will be this server’s owner. It takes a minute.">
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <FormField label="Organization" hint="Your company or team." error={problemOf('organization')}>
          <Input {...bind('organization')} autoComplete="organization" autoFocus />
        </FormField>
        <FormField label="Your name" error={problemOf('name')}>
          <Input {...bind('name')} autoComplete="name" />
        </FormField>
        <FormField label="E-mail" hint="You sign in with it." error={problemOf('email')}>
          <Input {...bind('email')} type="email" autoComplete="username" />
        </FormField>
        <NewPasswordField
          label="Password"
          {...bind('password')}
          personal={[values.organization, values.name, values.email]}
          error={problemOf('password')}
        />
        {notice && (
          <ErrorNotice
            error={notice}
            action={
              isApiError(notice, 'already_set_up') && (
                <Button size="sm" onClick={() => void navigate({ to: '/sign-in' })}>
                  Sign in
                </Button>
              )
            }
          />
        )}
        <Button type="submit" variant="primary" size="lg" pending={setUp.isPending}>
          Create and continue
        </Button>
      </form>
    </Entrance>
  )
}

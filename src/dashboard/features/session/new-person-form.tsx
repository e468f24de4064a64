import type { FormEvent } from 'react'
import type { ApiError } from '#dashboard/api/api-error.ts'
import { fieldError, unplaced } from '#dashboard/api/field-errors.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useFieldProblems } from './use-field-problems.ts'
import { useTypedValues } from './use-typed-values.ts'

interface NewPersonFormProps {
  email: string
  organization: string
  pending: boolean
  error: ApiError | null
  onSubmit: (person: { name: string; password: string }) => void
}

/** A form for the name and password of an invited person who has no account yet. */
export function NewPersonForm({ email, organization, pending, error, onSubmit }: NewPersonFormProps) {
  const { problems, isFine } = useFieldProblems()
  const { values, bind } = useTypedValues({ name: '', password: '' })
  const notice = unplaced(error, Object.keys(values))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isFine(event.currentTarget)) onSubmit(values)
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <FormField label="E-mail" hint="You will sign in with it.">
        <Input type="email" value={email} readOnly autoComplete="username" />
      </FormField>
      <FormField label="Your name" error={problems.name ?? fieldError(error, 'name')}>
        <Input {...bind('name')} autoComplete="name" autoFocus />
      </FormField>
      <NewPasswordField
        label="Password"
        {...bind('password')}
        personal={[organization, values.name, email]}
        error={problems.password ?? fieldError(error, 'password')}
      />
      {notice && <ErrorNotice error={notice} />}
      <Button type="submit" variant="primary" size="lg" pending={pending}>
        Create account and join
      </Button>
    </form>
  )
}

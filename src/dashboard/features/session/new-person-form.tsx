import type { FormEvent } from 'react'
import { fieldError, fieldErrors } from '#dashboard/api/field-errors.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useTypedValues } from './use-typed-values.ts'

interface NewPersonFormProps {
  email: string
  organization: string
  accept: { isPending: boolean; isSuccess: boolean; error: unknown }
  onSubmit: (person: { name: string; password: string }) => void
}

/** A form for the name and password of an invited person who has no account yet. */
export function NewPersonForm({ email, organization, accept, onSubmit }: NewPersonFormProps) {
  const { values, bind } = useTypedValues({ name: '', password: '' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(values)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <FormField label="E-mail" hint="You will sign in with it.">
        {(field) => <Input {...field} type="email" value={email} readOnly autoComplete="username" />}
      </FormField>
      <FormField label="Your name" error={fieldError(accept.error, 'name')}>
        {(field) => <Input {...field} {...bind('name')} autoComplete="name" autoFocus />}
      </FormField>
      <NewPasswordField
        label="Password"
        {...bind('password')}
        personal={[organization, values.name, email]}
        error={fieldError(accept.error, 'password')}
      />
      {accept.error !== null && fieldErrors(accept.error).length === 0 && <ErrorNotice error={accept.error} />}
      <Button type="submit" variant="primary" size="lg" pending={accept.isPending || accept.isSuccess}>
        Create account and join
      </Button>
    </form>
  )
}

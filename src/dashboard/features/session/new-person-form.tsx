import { type FormEvent, useState } from 'react'
import { fieldErrors } from '#dashboard/api/field-errors.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { passwordStrength, SHORTEST_PASSWORD } from '#dashboard/components/password-strength.ts'
import { StrengthMeter } from '#dashboard/components/strength-meter.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'

interface NewPersonFormProps {
  email: string
  organization: string
  accept: { isPending: boolean; isSuccess: boolean; error: unknown }
  onSubmit: (person: { name: string; password: string }) => void
}

/** A form for the name and password of an invited person who has no account yet. */
export function NewPersonForm({ email, organization, accept, onSubmit }: NewPersonFormProps) {
  const [values, setValues] = useState({ name: '', password: '' })
  const problems = fieldErrors(accept.error)
  const bind = (name: keyof typeof values) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    required: true,
  })
  const problemOf = (name: string) => problems.find(({ field }) => field === name)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(values)
  }
  const strength = passwordStrength(values.password, [organization, values.name, email])
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <FormField label="E-mail" hint="You will sign in with it.">
        {(field) => <Input {...field} type="email" value={email} readOnly autoComplete="username" />}
      </FormField>
      <FormField label="Your name" error={problemOf('name')}>
        {(field) => <Input {...field} {...bind('name')} autoComplete="name" autoFocus />}
      </FormField>
      <FormField label="Password" hint={<StrengthMeter strength={strength} />} error={problemOf('password')}>
        {(field) => (
          <PasswordInput {...field} {...bind('password')} autoComplete="new-password" minLength={SHORTEST_PASSWORD} />
        )}
      </FormField>
      {accept.error !== null && problems.length === 0 && <ErrorNotice error={accept.error} />}
      <Button type="submit" variant="primary" size="lg" pending={accept.isPending || accept.isSuccess}>
        Create account and join
      </Button>
    </form>
  )
}

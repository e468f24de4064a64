import { useState } from 'react'
import { fieldError } from '#dashboard/api/field-errors.ts'
import { DialogForm } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'

interface PasswordFormProps {
  submitLabel: string
  pending: boolean
  /** Error of the last attempt, shown in the form. */
  error: unknown
  onPassword: (password: string) => void
  onCancel: () => void
}

/** The form of a dialog that continues only after the password has been typed. */
export function PasswordForm({ submitLabel, pending, error, onPassword, onCancel }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const problem = isMissing ? 'is required' : fieldError(error, 'password')
  return (
    <DialogForm
      submitLabel={submitLabel}
      pending={pending}
      error={problem ? null : error}
      onCancel={onCancel}
      onSubmit={() => {
        setMissing(password === '')
        if (password !== '' && !pending) onPassword(password)
      }}
    >
      <FormField label="Your password" error={problem}>
        {(field) => (
          <PasswordInput
            {...field}
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={(event) => {
              setPassword(event.target.value)
              setMissing(false)
            }}
          />
        )}
      </FormField>
    </DialogForm>
  )
}

import { FormField } from '#dashboard/components/form-field.tsx'
import { passwordStrength, SHORTEST_PASSWORD } from '#dashboard/components/password-strength.ts'
import { StrengthMeter } from '#dashboard/components/strength-meter.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'
import type { TypedField } from './use-typed-values.ts'

interface NewPasswordFieldProps extends TypedField {
  label: string
  /** The person's name, e-mail address and the like, which the password should not consist of. */
  personal: readonly string[]
  error: string | undefined
  autoFocus?: boolean
}

/** A field for a new password, with a meter of its strength. */
export function NewPasswordField({ label, personal, error, ...typed }: NewPasswordFieldProps) {
  const strength = passwordStrength(typed.value, personal)
  return (
    <FormField label={label} hint={<StrengthMeter strength={strength} />} error={error}>
      <PasswordInput {...typed} autoComplete="new-password" minLength={SHORTEST_PASSWORD} />
    </FormField>
  )
}

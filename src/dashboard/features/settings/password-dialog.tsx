import { useState } from 'react'
import { fieldError } from '#dashboard/api/field-errors.ts'
import { DialogForm } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Dialog, DialogContent } from '#dashboard/ui/dialog.tsx'
import { PasswordInput } from '#dashboard/ui/password-input.tsx'

interface PasswordDialogProps {
  title: string
  description: string
  submitLabel: string
  pending: boolean
  error: unknown
  onPassword: (password: string) => void
  onClose: () => void
}

export function PasswordDialog(props: PasswordDialogProps) {
  const { title, description, submitLabel, pending, error, onPassword, onClose } = props
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const problem = isMissing ? 'is required' : fieldError(error, 'password')
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={description} size="sm">
        <DialogForm
          submitLabel={submitLabel}
          pending={pending}
          error={problem ? null : error}
          onCancel={onClose}
          onSubmit={() => {
            setMissing(password === '')
            if (password !== '' && !pending) onPassword(password)
          }}
        >
          <FormField label="Your password" error={problem}>
            <PasswordInput
              autoComplete="current-password"
              autoFocus
              value={password}
              onChange={(event) => {
                setPassword(event.target.value)
                setMissing(false)
              }}
            />
          </FormField>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

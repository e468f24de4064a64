import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import type { ApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import { fieldError } from '#dashboard/api/field-errors.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { CopyButton } from '#dashboard/ui/copy.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { QrCode } from './qr-code.tsx'

export type Enrolment = Data<'startTwoFactor'>

interface ConfirmCodeProps {
  enrolment: Enrolment
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

/** A dialog that shows the new secret as a QR code and as text, and asks for a code made from it. */
export function ConfirmCode({ enrolment: { secret, uri }, onCodes, onClose }: ConfirmCodeProps) {
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const confirm = useMutation<void, ApiError, string>({
    meta: { operation: 'confirmTwoFactor' },
    retry: false,
    gcTime: 0,
    mutationFn: async (typed) => {
      const answer = await call('confirmTwoFactor', { body: { code: typed } })
      onCodes(answer.recovery_codes)
    },
  })
  const refused = fieldError(confirm.error, 'code')
  const problem = isMissing ? 'is required' : refused
  return (
    <FormDialog
      title="Add it to your authenticator"
      description="Scan the picture with the app, or type the key into it. Then type the six digits it shows."
      losing={confirm.isPending ? 'Two-factor is being turned on. Its recovery codes would be lost.' : undefined}
      onClose={onClose}
      onSubmit={() => {
        setMissing(code.trim() === '')
        if (code.trim() !== '' && !confirm.isPending) confirm.mutate(code)
      }}
      submitLabel="Turn on"
      pending={confirm.isPending}
      error={problem ? null : confirm.error}
    >
      <QrCode value={uri} label="The key, for your authenticator’s camera" />
      <div className="flex items-center gap-2">
        <output aria-label="Key" className="min-w-0 flex-1 select-all break-all font-mono text-sm">
          {secret.match(/.{4}/g)?.join(' ')}
        </output>
        <CopyButton value={secret} what="the key" />
      </div>
      <FormField label="Code" error={problem}>
        <Input
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={12}
          className="font-mono"
          autoFocus
          value={code}
          onChange={(event) => {
            setCode(event.target.value)
            setMissing(false)
          }}
        />
      </FormField>
    </FormDialog>
  )
}

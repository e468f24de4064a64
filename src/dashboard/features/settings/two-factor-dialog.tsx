import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import { Dialog } from '#dashboard/ui/dialog.tsx'
import { ConfirmCode, type Enrolment } from './confirm-code.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/**
 * Asks for the password and a code from the new secret, then shows the recovery codes. Secret and codes are held only
 * here, and no request is repeated automatically, as a repeated answer lacks them.
 */
export function TwoFactorDialog({ onClose }: { onClose: () => void }) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [codes, setCodes] = useState<readonly string[]>()
  const start = useMutation<void, ApiError, string>({
    retry: false,
    gcTime: 0,
    mutationFn: async (password) => setEnrolment(await call('startTwoFactor', { body: { password } })),
  })
  if (codes)
    return (
      <Dialog open>
        <RecoveryCodes codes={codes} onStored={onClose} />
      </Dialog>
    )
  if (enrolment) return <ConfirmCode enrolment={enrolment} onCodes={setCodes} onClose={onClose} />
  return (
    <PasswordDialog
      title="Set up two-factor"
      description="You need your password, and an authenticator app on your phone."
      submitLabel="Continue"
      pending={start.isPending}
      error={start.error}
      onPassword={(password) => start.mutate(password)}
      onClose={onClose}
    />
  )
}

import { api } from '#dashboard/api/api.ts'
import { toast } from '#dashboard/ui/toast.tsx'
import { PasswordDialog } from './password-dialog.tsx'

export function EndTwoFactorDialog({ onClose }: { onClose: () => void }) {
  const end = api.endTwoFactor.useMutation({ onSuccess: () => toast.success('Two-factor authentication is off') })
  return (
    <PasswordDialog
      title="Turn two-factor off?"
      description="Your password alone then signs in. The recovery codes work no more."
      submitLabel="Turn off"
      pending={end.isPending}
      error={end.error}
      onPassword={(password) => end.mutate({ body: { password } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

import { Dialog } from '#dashboard/ui/dialog.tsx'
import { SecretOnce, type SecretOnceProps } from './secret-once.tsx'

/** `SecretOnce` in a dialog of its own, where nothing was asked before it. */
export function SecretDialog(props: SecretOnceProps) {
  return (
    <Dialog open>
      <SecretOnce {...props} />
    </Dialog>
  )
}

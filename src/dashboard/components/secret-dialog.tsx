import { Dialog } from '#dashboard/ui/dialog.tsx'
import { SecretOnce, type SecretOnceProps } from './secret-once.tsx'

/** Shows a new secret in a dialog of its own, for actions that need no form beforehand. */
export function SecretDialog(props: SecretOnceProps) {
  return (
    <Dialog open>
      <SecretOnce {...props} />
    </Dialog>
  )
}

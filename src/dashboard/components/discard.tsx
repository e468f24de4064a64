import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#dashboard/ui/confirm-dialog.tsx'

interface Discard {
  /** For the dialog's `onOpenChange` and its Cancel button: closes, or asks first. */
  close: () => void
  /** To be rendered beside the dialog. */
  question: ReactNode
}

/**
 * Closing that asks first when something would be lost.
 * @param losing What would be lost, as a sentence; undefined when nothing would be.
 */
export function useDiscard(losing: string | undefined, onClose: () => void): Discard {
  const [asking, setAsking] = useState(false)
  return {
    close: () => (losing ? setAsking(true) : onClose()),
    question: (
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Close without saving?"
        description={losing}
        confirmLabel="Close"
        onConfirm={onClose}
      />
    ),
  }
}

import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'

interface Discard {
  /** Closes the dialog, or asks first; for `onOpenChange` and the Cancel button. */
  close: () => void
  question: ReactNode
}

/** Asks before input is lost, also on Back and Reload. @param losing What, as a sentence; undefined if nothing. */
export function useDiscard(losing: string | undefined, onClose: () => void): Discard {
  const [asking, setAsking] = useState(false)
  const left = useBlocker({
    shouldBlockFn: (step) => losing !== undefined && leavesDialog(step),
    enableBeforeUnload: () => losing !== undefined,
    withResolver: true,
  })
  const stay = () => {
    setAsking(false)
    left.reset?.()
  }
  const giveUp = useEffectEvent(stay)
  const isLosing = losing !== undefined
  // The question goes once nothing would be lost any more, or the dialog is gone.
  useEffect(() => (isLosing ? () => giveUp() : undefined), [isLosing])
  return {
    close: () => (losing ? setAsking(true) : onClose()),
    question: (
      <ConfirmDialog
        open={asking || left.status === 'blocked'}
        onOpenChange={(open) => !open && stay()}
        title="Close without saving?"
        description={losing}
        confirmLabel="Close"
        onConfirm={left.proceed ?? onClose}
      />
    ),
  }
}

/** Whether a navigation leaves the dialog: back, forward or to another page. A dialog may close itself otherwise. */
export function leavesDialog({ action, current, next }: Parameters<ShouldBlockFn>[0]) {
  return (action !== 'PUSH' && action !== 'REPLACE') || current.pathname !== next.pathname
}

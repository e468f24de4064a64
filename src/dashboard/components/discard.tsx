import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'

interface Discard {
  /** Closes the dialog, or asks first; for `onOpenChange` and the Cancel button. */
  close: () => void
  /** The confirmation dialog, to be rendered inside the dialog's content. */
  question: ReactNode
}

/**
 * Asks for confirmation before a dialog is closed when input would be lost. The browser's Back and Reload ask too.
 * @param losing What would be lost, as a sentence; undefined when nothing would be.
 */
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

/**
 * Whether a navigation leaves the dialog: back, forward, or to another page. Other changes of the address, such as
 * those by which a dialog closes itself, don't.
 */
export function leavesDialog({ action, current, next }: Parameters<ShouldBlockFn>[0]) {
  return (action !== 'PUSH' && action !== 'REPLACE') || current.pathname !== next.pathname
}

import type { ReactNode } from 'react'
import { late } from '#dashboard/lib/late.tsx'

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Asks, and names what goes: "Delete Support?" */
  title: string
  /** What is lost with it. */
  description: ReactNode
  /** The verb: "Delete agent". */
  confirmLabel: string
  tone?: 'danger' | 'plain'
  /** What has to be typed before the button works. */
  typeToConfirm?: string
  pending?: boolean
  /** What went wrong the last time, beside the buttons. */
  error?: ReactNode
  /** Closing is the caller's, once it has worked. */
  onConfirm: () => void
}

const ConfirmDialogOpen = late(async () => (await import('./confirm-dialog-open.tsx')).ConfirmDialogOpen)

/** Asks once. Escape and Cancel leave everything as it is. */
export function ConfirmDialog({ open, ...props }: ConfirmDialogProps) {
  return open && <ConfirmDialogOpen {...props} />
}

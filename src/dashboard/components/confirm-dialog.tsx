import { late } from '#dashboard/lib/late.tsx'
import type { ConfirmDialogProps } from './confirm-dialog-open.tsx'

const ConfirmDialogOpen = late(() => import('./confirm-dialog-open.tsx'), 'ConfirmDialogOpen')

export function ConfirmDialog({ open, ...props }: ConfirmDialogProps) {
  return open && <ConfirmDialogOpen {...props} />
}

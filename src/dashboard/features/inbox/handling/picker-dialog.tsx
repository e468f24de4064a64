import type { ReactNode } from 'react'
import { Dialog, DialogContent } from '#dashboard/ui/dialog.tsx'

interface PickerDialogProps {
  title: string
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog around `Choices`. When it opens, the focus is in their search field. */
export function PickerDialog({ title, open, onClose, children }: PickerDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      {open && (
        <DialogContent
          title={title}
          size="sm"
          className="sm:top-[14dvh]"
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            ;(event.currentTarget as Element).querySelector('input')?.focus()
          }}
        >
          {children}
        </DialogContent>
      )}
    </Dialog>
  )
}

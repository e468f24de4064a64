import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '#dashboard/ui/dialog.tsx'
import { useDiscard } from './discard.tsx'
import { ErrorNotice } from './error-state.tsx'

interface DialogFormProps {
  onSubmit: () => void
  onCancel: () => void
  submitLabel: ReactNode
  cancelLabel?: ReactNode
  pending: boolean
  disabled?: boolean
  /** An error to show above the buttons, as it belongs to none of the fields. */
  error: unknown
  note?: ReactNode
  children: ReactNode
}

/** A form that fills a dialog: the fields scroll, the buttons stay in place. */
export function DialogForm({
  onSubmit,
  onCancel,
  submitLabel,
  cancelLabel = 'Cancel',
  pending,
  disabled = false,
  error,
  note,
  children,
}: DialogFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      noValidate
      className="flex min-h-0 flex-1 flex-col"
    >
      <DialogBody className="flex flex-col gap-4">
        {children}
        {error !== null && <ErrorNotice error={error} onRetry={onSubmit} />}
      </DialogBody>
      <DialogFooter>
        {note}
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Button type="submit" variant="primary" pending={pending} disabled={disabled}>
          {submitLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}

interface FormDialogProps
  extends Omit<DialogFormProps, 'onCancel'>,
    Pick<ComponentProps<typeof DialogContent>, 'title' | 'description' | 'size'> {
  /** What would be lost by closing now, as a sentence; undefined when nothing would be. */
  losing: string | undefined
  onClose: () => void
}

/** An open dialog that holds a form, and asks before it is closed when input would be lost. */
export function FormDialog({ title, description, size, losing, onClose, ...form }: FormDialogProps) {
  const { close, question } = useDiscard(losing, onClose)
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent title={title} description={description} size={size}>
        <DialogForm {...form} onCancel={close} />
        {question}
      </DialogContent>
    </Dialog>
  )
}

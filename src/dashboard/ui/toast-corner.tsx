import * as Toast from '@radix-ui/react-toast'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { useLayoutEffect, useRef } from 'react'
import { buttonVariants } from './button.tsx'

export type ToastKind = 'message' | 'success' | 'error'

export interface ToastOptions {
  description?: string
  action?: { label: string; onClick: () => void }
  /** Identifies the toast: a new one replaces a visible one of this id. */
  id?: string
}

export interface ShownToast extends ToastOptions {
  id: string
  /** Tells a toast from the one that it replaces, as it is announced anew and shown for its own time. */
  serial: number
  kind: ToastKind
  message: string
}

const DURATION_MS = 6_000

/**
 * Shows the toasts, in a chunk of its own. It uses Radix and not sonner, which writes a style element, forbidden by our
 * Content-Security-Policy.
 */
export function ToastCorner({ toasts, onDismiss }: { toasts: readonly ShownToast[]; onDismiss: (id: string) => void }) {
  return (
    <Toast.Provider label="Notification" duration={DURATION_MS} swipeDirection="right">
      {toasts.map((toast) => (
        <ToastItem key={toast.serial} toast={toast} onDismiss={() => onDismiss(toast.id)} />
      ))}
      {/* Toasts appear above the reply field, as what they cover can't be clicked. */}
      <Toast.Viewport className="fixed right-0 bottom-0 z-60 flex w-full flex-col gap-2 p-4 outline-none in-[body:has([data-reply])]:bottom-36 sm:w-96" />
    </Toast.Provider>
  )
}

/** Leaves Escape to an open dialog; Radix would close the toast first if the toast appeared after the dialog. */
function leaveToDialog(event: KeyboardEvent): void {
  const dialog = (event.target as Element).closest('[role$=dialog]')
  const close = dialog?.querySelector<HTMLElement>('[data-escape]')
  if (!close) return
  event.preventDefault()
  close.click()
}

interface ToastItemProps {
  toast: ShownToast
  onDismiss: () => void
}

function ToastItem({ toast: { kind, message, description, action }, onDismiss }: ToastItemProps) {
  const item = useRef<HTMLLIElement>(null)
  // A toast that another replaces passes the focus on to their list, as Radix does for one that closes.
  useLayoutEffect(
    () => () => {
      if (item.current?.contains(document.activeElement)) item.current.closest('ol')?.focus()
    },
    [],
  )
  return (
    <Toast.Root
      ref={item}
      type={kind === 'error' ? 'foreground' : 'background'}
      onOpenChange={(open) => !open && onDismiss()}
      onEscapeKeyDown={leaveToDialog}
      className="flex animate-float items-start gap-2.5 rounded-lg border border-line bg-raised py-3 pr-2 pl-4 shadow-float"
    >
      {kind === 'success' && <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />}
      {kind === 'error' && <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />}
      <div className="min-w-0 flex-1 break-words">
        <Toast.Title className="font-medium">{message}</Toast.Title>
        {description && <Toast.Description className="text-muted">{description}</Toast.Description>}
      </div>
      {action && (
        <Toast.Action altText={action.label} onClick={action.onClick} className={buttonVariants({ size: 'sm' })}>
          {action.label}
        </Toast.Action>
      )}
      <Toast.Close
        aria-label="Dismiss"
        className="-my-1 flex size-control-sm shrink-0 items-center justify-center rounded text-muted hover:bg-hover hover:text-ink max-sm:-my-2.5"
      >
        <X aria-hidden className="size-4" />
      </Toast.Close>
    </Toast.Root>
  )
}

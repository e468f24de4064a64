import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { Toast } from 'radix-ui'
import { buttonVariants } from './button.tsx'

export type ToastKind = 'message' | 'success' | 'error'

export interface ToastOptions {
  description?: string
  action?: { label: string; onClick: () => void }
  /** A toast with the same id replaces the one shown. */
  id?: string
}

export interface ShownToast extends ToastOptions {
  id: string
  kind: ToastKind
  message: string
}

interface ToastCornerProps {
  toasts: readonly ShownToast[]
  onDismiss: (id: string) => void
}

const DURATION_MS = 6_000

/** Behind `toast`, in a chunk of its own. Radix's toasts and not sonner's, which write a style element. */
export function ToastCorner({ toasts, onDismiss }: ToastCornerProps) {
  return (
    <Toast.Provider label="Notification" duration={DURATION_MS} swipeDirection="right">
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} />
      ))}
      {/* Above where one replies: what a toast covers can't be clicked. */}
      <Toast.Viewport className="fixed right-0 bottom-0 z-60 flex w-full flex-col gap-2 p-4 outline-none in-[body:has([data-reply])]:bottom-36 sm:w-96" />
    </Toast.Provider>
  )
}

/** Escape is for the dialog one is in. Radix gives it to whatever came last, be it this. */
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
  return (
    <Toast.Root
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

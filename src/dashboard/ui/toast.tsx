import { late } from '#dashboard/lib/late.tsx'
import { createStore, useStore } from '#dashboard/lib/store.ts'
import type { ShownToast, ToastKind, ToastOptions } from './toast-corner.tsx'

const MOST = 4 // toasts at once; the oldest is removed first

export const shownToasts = createStore<readonly ShownToast[]>([])

let count = 0

function show(kind: ToastKind, message: string, options: ToastOptions = {}): void {
  count += 1
  const shown = { id: `toast-${count}`, ...options, serial: count, kind, message }
  shownToasts.set([...shownToasts.get().filter(({ id }) => id !== shown.id), shown].slice(-MOST))
}

export function dismissToast(id: string): void {
  shownToasts.set(shownToasts.get().filter((toast) => toast.id !== id))
}

/** Shows a brief message, for events away from where the reader looks. Errors belong beside their cause. */
export const toast = {
  message: (message: string, options?: ToastOptions) => show('message', message, options),
  success: (message: string, options?: ToastOptions) => show('success', message, options),
  error: (message: string, options?: ToastOptions) => show('error', message, options),
}

const ToastCorner = late(() => import('./toast-corner.tsx'), 'ToastCorner')

/** Renders the toasts; mounted once. Its code is fetched with the first toast. */
export function Toaster() {
  const toasts = useStore(shownToasts)
  return count > 0 && <ToastCorner toasts={toasts} onDismiss={dismissToast} />
}

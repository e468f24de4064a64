import { lazy, Suspense, useEffect } from 'react'
import { createStore, useStore } from '#dashboard/lib/store.ts'

const toasterWanted = createStore(false)
let announceReady: () => void
const toasterReady = new Promise<void>((resolve) => {
  announceReady = resolve
})

const SonnerToaster = lazy(async () => {
  const { Toaster } = await import('sonner')
  return { default: Toaster }
})

interface ToastOptions {
  description?: string
  action?: { label: string; onClick: () => void }
  /** A toast with the same id replaces the one shown. */
  id?: string
}

async function show(kind: 'message' | 'success' | 'error', message: string, options?: ToastOptions): Promise<void> {
  toasterWanted.set(true)
  await toasterReady
  const sonner = await import('sonner')
  sonner.toast[kind](message, options)
}

/** A passing word at the corner, for what happened away from where the reader looks. Errors belong beside the thing. */
export const toast = {
  message: (message: string, options?: ToastOptions) => void show('message', message, options),
  success: (message: string, options?: ToastOptions) => void show('success', message, options),
  error: (message: string, options?: ToastOptions) => void show('error', message, options),
}

/** Mounted once; its code is fetched when there is something to say. */
export function Toaster() {
  const wanted = useStore(toasterWanted)
  if (!wanted) return null
  return (
    <Suspense>
      <SonnerToaster
        position="bottom-right"
        closeButton
        toastOptions={{
          unstyled: true,
          classNames: {
            toast:
              'flex w-full items-center gap-3 rounded-lg border border-line bg-raised px-4 py-3 text-base text-ink shadow-float sm:w-88',
            description: 'text-muted text-sm',
            actionButton:
              'ml-auto shrink-0 rounded border border-line-strong px-2 py-1 text-sm font-medium hover:bg-hover',
            error: 'border-danger-line',
            success: 'border-success-line',
          },
        }}
      />
      <Ready />
    </Suspense>
  )
}

function Ready() {
  useEffect(() => announceReady(), [])
  return null
}

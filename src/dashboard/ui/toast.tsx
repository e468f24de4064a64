import { lazy, Suspense, useEffect } from 'react'
import { createStore, useStore } from '#dashboard/lib/store.ts'

const wanted = createStore(false)
let announceReady: () => void
const ready = new Promise<void>((resolve) => {
  announceReady = resolve
})

const ToastCorner = lazy(async () => ({ default: (await import('./toast-corner.tsx')).ToastCorner }))

interface ToastOptions {
  description?: string
  action?: { label: string; onClick: () => void }
  /** A toast with the same id replaces the one shown. */
  id?: string
}

type Kind = 'message' | 'success' | 'error'

async function show(kind: Kind, message: string, options?: ToastOptions): Promise<void> {
  wanted.set(true)
  await ready
  const sonner = await import('sonner')
  sonner.toast[kind](message, options)
}

const showAs = (kind: Kind) => (message: string, options?: ToastOptions) => void show(kind, message, options)

/** A passing word at the corner, for what happened away from where the reader looks. Errors belong beside the thing. */
export const toast = { message: showAs('message'), success: showAs('success'), error: showAs('error') }

/** Mounted once; its code is fetched when there is something to say. */
export function Toaster() {
  if (!useStore(wanted)) return null
  return (
    <Suspense>
      <ToastCorner />
      <Ready />
    </Suspense>
  )
}

function Ready() {
  useEffect(() => announceReady(), [])
  return null
}

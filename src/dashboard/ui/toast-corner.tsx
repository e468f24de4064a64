import { Toaster } from 'sonner'

/** Behind `toast`, in a chunk of its own. */
export function ToastCorner() {
  return (
    <Toaster
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
  )
}

import * as Radix from '@radix-ui/react-dialog'
import X from 'lucide-react/icons/x'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { useEffectsAtOnce } from '#dashboard/lib/effects-at-once.ts'
import { useReturnFocus } from './return-focus.ts'

export const Dialog = Radix.Root
export const DialogClose = Radix.Close

/** Shares its z-index with dialogs and sheets, so that a dialog opened over a sheet dims the sheet too. */
export const overlayClass = 'fixed inset-0 z-50 animate-fade bg-overlay'

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl' }

interface DialogContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'title'> {
  title: ReactNode
  description?: ReactNode
  size?: keyof typeof widths
  /** False hides the close button, for a dialog that requires an answer. */
  closable?: boolean
}

/** A centred dialog, on a phone at the bottom edge. It traps the focus, returns it, and closes with Escape. */
export function DialogContent(props: DialogContentProps) {
  return (
    <Radix.Portal>
      <Radix.Overlay className={overlayClass} />
      <Shown {...props} />
    </Radix.Portal>
  )
}

/** The dialog itself, mounted only while open. */
function Shown({
  title,
  description,
  size = 'md',
  closable = true,
  className,
  children,
  ...props
}: DialogContentProps) {
  const returnFocus = useReturnFocus()
  useEffectsAtOnce()
  return (
    <Radix.Content
      {...(!description && { 'aria-describedby': undefined })}
      onCloseAutoFocus={returnFocus}
      {...props}
      className={cn(
        'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full animate-float flex-col overflow-hidden rounded-t-lg border border-line bg-raised shadow-float outline-none sm:top-[10dvh] sm:bottom-auto sm:max-h-[80dvh] sm:w-[calc(100%-3rem)] sm:rounded-lg',
        widths[size],
        className,
      )}
    >
      <header className="flex items-start gap-2 px-5 pt-4">
        <div className="min-w-0 flex-1">
          <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
          {description && <Radix.Description className="mt-1 text-pretty text-muted">{description}</Radix.Description>}
        </div>
        {closable && <CloseButton />}
      </header>
      {children}
    </Radix.Content>
  )
}

export function CloseButton() {
  return (
    <Radix.Close
      aria-label="Close"
      data-escape
      className="-mt-0.5 -mr-2 flex size-control-sm max-sm:-mt-2 max-sm:-mr-3 shrink-0 items-center justify-center rounded text-muted hover:bg-hover hover:text-ink"
    >
      <X aria-hidden className="size-4" />
    </Radix.Close>
  )
}

export function DialogBody({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cn('min-h-0 flex-1 overflow-y-auto px-5 py-4', className)} />
}

/** A dialog's buttons, the main one last; on a phone they share the width. A note before them is placed at the left. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t bg-canvas px-5 py-3 max-sm:[&>button]:flex-1">
      {children}
    </footer>
  )
}

import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { useEffectsAtOnce } from '#dashboard/lib/effects-at-once.ts'
import { CloseButton, overlayClass } from './dialog.tsx'
import { useReturnFocus } from './return-focus.ts'

interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  side?: 'left' | 'right'
  className?: string
  children: ReactNode
}

/** A dialog at the side of the page, for details of a row, or for the navigation on a phone. */
export function Sheet({ open, onOpenChange, ...content }: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <SheetContent {...content} />
      </Radix.Portal>
    </Radix.Root>
  )
}

type SheetContentProps = Omit<SheetProps, 'open' | 'onOpenChange'>

function SheetContent({ title, description, side = 'right', className, children }: SheetContentProps) {
  const returnFocus = useReturnFocus()
  useEffectsAtOnce()
  return (
    <Radix.Content
      {...(!description && { 'aria-describedby': undefined })}
      onCloseAutoFocus={returnFocus}
      className={cn(
        'fixed inset-y-0 z-50 flex w-full animate-sheet flex-col border-line bg-raised shadow-float outline-none',
        side === 'right' ? 'right-0 max-w-lg border-l' : 'left-0 max-w-72 border-r [--sheet-from:-16px]',
        className,
      )}
    >
      <header className="flex items-start gap-4 border-line border-b px-5 py-3">
        <div className="min-w-0 flex-1">
          <Radix.Title className="truncate font-semibold text-lg">{title}</Radix.Title>
          {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
        </div>
        <CloseButton />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </Radix.Content>
  )
}

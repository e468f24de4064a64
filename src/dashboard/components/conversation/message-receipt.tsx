import { Quote } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Popover, PopoverContent, PopoverTrigger } from '#dashboard/ui/popover.tsx'
import type { ReceiptIds } from './receipt.tsx'

const Receipt = lazy(async () => ({ default: (await import('./receipt.tsx')).Receipt }))

/** Under an AI message: why it said this. Nothing is fetched before it is asked for. */
export function MessageReceipt(ids: ReceiptIds) {
  const [open, setOpen] = useState(false)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger className="mt-1 inline-flex items-center gap-1 rounded-sm px-0.5 text-muted text-xs hover:text-ink data-[state=open]:text-ink [&_svg]:size-3">
        <Quote aria-hidden /> Why this answer
      </PopoverTrigger>
      <PopoverContent label="Why this answer" align="end" side="top" className="w-96">
        <Suspense>{open && <Receipt {...ids} />}</Suspense>
      </PopoverContent>
    </Popover>
  )
}

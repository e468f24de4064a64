import { Quote } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Popover } from '#dashboard/ui/popover.tsx'
import type { ReceiptIds } from './receipt.tsx'

const Receipt = lazy(async () => ({ default: (await import('./receipt.tsx')).Receipt }))

/** Under an AI message: why it said this. Nothing is fetched before it is asked for. */
export function MessageReceipt(ids: ReceiptIds) {
  return (
    <Popover
      label="Why this answer"
      align="end"
      side="top"
      className="w-96"
      trigger={
        <button
          type="button"
          className="mt-1 inline-flex items-center gap-1 rounded-sm px-0.5 text-muted text-xs hover:text-ink data-[state=open]:text-ink [&_svg]:size-3"
        >
          <Quote aria-hidden /> Why this answer
        </button>
      }
    >
      <Suspense>
        <Receipt {...ids} />
      </Suspense>
    </Popover>
  )
}

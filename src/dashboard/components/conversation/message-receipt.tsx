import { Quote } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { connection } from '#dashboard/lib/connection.ts'
import { Popover } from '#dashboard/ui/popover.tsx'
import type { ReceiptIds } from './receipt-query.ts'

const Receipt = lazy(async () => ({ default: (await import('./receipt.tsx')).Receipt }))

interface MessageReceiptProps extends ReceiptIds {
  /** On the button, where the answer to it is known already. */
  label?: string
  /** The side of the message. */
  align?: 'start' | 'end'
}

/** Under an AI message: why it said this. Nothing is fetched before it is asked for. Only this server tells it. */
export function MessageReceipt({ label = 'Why this answer', align = 'end', ...ids }: MessageReceiptProps) {
  if (connection) return null
  return (
    <Popover
      label="Why this answer"
      align={align}
      side="top"
      className="w-96"
      trigger={
        <button
          type="button"
          className="relative mt-1 inline-flex items-center gap-1 rounded-sm px-0.5 text-left text-muted text-xs hover:text-ink data-[state=open]:text-ink max-md:after:absolute max-md:after:inset-x-0 max-md:after:-inset-y-3 max-md:after:content-[''] [&_svg]:size-3 [&_svg]:shrink-0"
        >
          <Quote aria-hidden /> {label}
        </button>
      }
    >
      <Suspense>
        <Receipt {...ids} />
      </Suspense>
    </Popover>
  )
}

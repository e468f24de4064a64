import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const VerifyGuide = late(() => import('./verify-guide.tsx'), 'VerifyGuide', <Skeleton className="h-80 w-full" />)

/** A collapsed card that explains how a receiver verifies that a delivery is genuine. */
export function VerifyCard() {
  const [open, setOpen] = useState(false)
  return (
    <section className="rounded-lg border border-line bg-surface">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex w-full items-center gap-2 px-4 py-3 text-left"
        >
          <ChevronRight
            aria-hidden
            className={cn('size-4 text-muted transition-transform duration-100', open && 'rotate-90')}
          />
          <span className="font-semibold">Checking the signature</span>
          <span className="truncate text-muted max-sm:hidden">Node, Python, PHP, Go, Ruby, with a test vector</span>
        </button>
      </h2>
      {open && (
        <div className="border-line border-t px-4 py-4">
          <VerifyGuide />
        </div>
      )}
    </section>
  )
}

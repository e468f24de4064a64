import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useState } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const VerifyGuide = late(() => import('./verify-guide.tsx'), 'VerifyGuide', <Skeleton className="h-80 w-full" />)
const WebhookLab = late(() => import('./lab/webhook-lab.tsx'), 'WebhookLab', <Skeleton className="h-100 w-full" />)

/** Explains how a receiver verifies that a delivery is genuine. */
export const VerifyCard = () => (
  <FoldedCard title="Checking the signature" note="Node, Python, PHP, Go, Ruby, with a test vector">
    <VerifyGuide />
  </FoldedCard>
)

/** Finds out why a delivery does not verify. */
export const LabCard = () => (
  <FoldedCard title="Webhook lab" note="Paste one that does not verify, and see why">
    <WebhookLab />
  </FoldedCard>
)

function FoldedCard({ title, note, children }: { title: string; note: string; children: ReactNode }) {
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
          <span className="font-semibold">{title}</span>
          <span className="truncate text-muted max-sm:hidden">{note}</span>
        </button>
      </h2>
      {open && <div className="border-line border-t px-4 py-4">{children}</div>}
    </section>
  )
}

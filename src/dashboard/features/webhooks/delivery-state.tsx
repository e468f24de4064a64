import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import { Badge } from '#dashboard/ui/badge.tsx'
import type { Delivery } from './webhook-queries.ts'

export const deliveryLabels = { pending: 'Under way', succeeded: 'Delivered', failed: 'Failed' } as const

export function DeliveryState({ delivery: { status, attempts } }: { delivery: Delivery }) {
  switch (status) {
    case 'succeeded':
      return (
        <Badge tone="success">
          <Check aria-hidden /> {deliveryLabels.succeeded}
        </Badge>
      )
    case 'failed':
      return (
        <Badge tone="danger">
          <CircleAlert aria-hidden /> {deliveryLabels.failed}
        </Badge>
      )
    case 'pending':
      return (
        <Badge tone={attempts.length > 0 ? 'warning' : 'neutral'}>
          <Clock aria-hidden /> {attempts.length > 0 ? 'Trying again' : deliveryLabels.pending}
        </Badge>
      )
  }
}

/** Formats milliseconds as "120 ms" or "3.4 s"; a dash if undefined. */
export function duration(ms: number | undefined): string {
  if (ms === undefined) return '–'
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`
}

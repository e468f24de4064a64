import type { LabelColor } from '#contract/enums.ts'
import { cn } from '#dashboard/lib/cn.ts'

const colors: Record<LabelColor, string> = {
  gray: 'bg-label-gray',
  red: 'bg-label-red',
  orange: 'bg-label-orange',
  yellow: 'bg-label-yellow',
  green: 'bg-label-green',
  blue: 'bg-label-blue',
  purple: 'bg-label-purple',
  pink: 'bg-label-pink',
}

/** A label's colour. Show it beside the name of the label or the colour, as colour alone must not carry information. */
export function LabelDot({ color, className }: { color: LabelColor; className?: string }) {
  return <span aria-hidden className={cn('size-2 shrink-0 rounded-full', colors[color], className)} />
}

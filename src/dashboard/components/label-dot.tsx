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

/** A label's colour. Its name always stands beside, so nothing is told by the colour alone. */
export function LabelDot({ color, className }: { color: LabelColor; className?: string }) {
  return <span aria-hidden className={cn('size-2 shrink-0 rounded-full', colors[color], className)} />
}

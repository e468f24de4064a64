import { cn } from '#dashboard/lib/cn.ts'

interface ProgressProps {
  /** Percentage, 0 to 100. */
  value: number
  /** Accessible name: what is progressing. */
  label: string
  tone?: 'ai' | 'ink' | 'warning' | 'danger'
  className?: string
}

const tones = { ai: 'bg-ai', ink: 'bg-ink', warning: 'bg-warning', danger: 'bg-danger' }

export function Progress({ value, label, tone = 'ai', className }: ProgressProps) {
  const percent = Math.max(0, Math.min(100, Math.round(value)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cn('h-1 w-full overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={cn('h-full rounded-full transition-[width] duration-150', tones[tone])}
        style={{ width: `${percent}%` }}
      />
    </div>
  )
}

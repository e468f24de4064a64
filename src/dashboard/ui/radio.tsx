import type { ComponentProps } from 'react'
import { cn } from '#dashboard/lib/cn.ts'

const tones = { ink: 'checked:border-ink', ai: 'checked:border-ai', human: 'checked:border-human' }

export interface RadioProps extends Omit<ComponentProps<'input'>, 'type'> {
  tone?: keyof typeof tones
}

export function Radio({ tone = 'ink', className, ...props }: RadioProps) {
  return (
    <input
      {...props}
      type="radio"
      className={cn(
        'size-4 shrink-0 cursor-pointer appearance-none rounded-full border border-muted bg-surface checked:border-5 disabled:cursor-not-allowed',
        tones[tone],
        className,
      )}
    />
  )
}

import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '#dashboard/lib/cn.ts'

const badgeVariants = cva(
  'inline-flex h-5 max-w-full shrink-0 items-center gap-1 truncate rounded-sm border px-1.5 align-middle font-medium text-xs [&_svg]:size-3 [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        neutral: 'border-line bg-sunken text-ink-soft',
        ai: 'border-ai-line bg-ai-soft text-ai',
        human: 'border-human-line bg-human-soft text-human',
        success: 'border-success-line bg-success-soft text-success',
        warning: 'border-warning-line bg-warning-soft text-warning',
        danger: 'border-danger-line bg-danger-soft text-danger',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

export type BadgeTone = NonNullable<VariantProps<typeof badgeVariants>['tone']>

export function Badge({ tone, className, ...props }: ComponentProps<'span'> & { tone?: BadgeTone }) {
  return <span {...props} className={cn(badgeVariants({ tone }), className)} />
}

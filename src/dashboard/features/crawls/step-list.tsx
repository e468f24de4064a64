import Check from 'lucide-react/icons/check'
import { cn } from '#dashboard/lib/cn.ts'

const steps = ['Site', 'Discover', 'Choose', 'Create', 'Train'] as const

/** The list of steps from a website to trained sources, with the current one marked. */
export function StepList({ current }: { current: (typeof steps)[number] }) {
  const at = steps.indexOf(current)
  return (
    <ol aria-label="Steps" className="flex items-center gap-1 text-sm max-sm:justify-between sm:gap-2">
      {steps.map((step, index) => {
        const done = index < at
        return (
          <li
            key={step}
            aria-current={index === at ? 'step' : undefined}
            className={cn(
              'flex items-center gap-1.5 sm:not-last:after:mx-1 sm:not-last:after:h-px sm:not-last:after:w-6 sm:not-last:after:bg-line-strong',
              index === at ? 'font-medium text-ink' : 'text-muted',
            )}
          >
            <span
              aria-hidden
              className={cn(
                'flex size-5 items-center justify-center rounded-full border text-xs tabular-nums',
                index === at ? 'border-ink bg-ink text-on-ink' : done ? 'border-success text-success' : 'border-muted',
              )}
            >
              {done ? <Check className="size-3" /> : index + 1}
            </span>
            <span className={cn(index !== at && 'max-sm:sr-only')}>{step}</span>
            {done && <span className="sr-only">, done</span>}
          </li>
        )
      })}
    </ol>
  )
}

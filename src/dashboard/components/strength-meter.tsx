import { cn } from '#dashboard/lib/cn.ts'
import type { PasswordStrength } from './password-strength.ts'

const tones = ['bg-line', 'bg-danger', 'bg-warning', 'bg-success', 'bg-success']
const steps = [1, 2, 3, 4]

export function StrengthMeter({ strength: { score, hint } }: { strength: PasswordStrength }) {
  return (
    <span className="flex flex-col gap-1.5">
      <span aria-hidden className="flex gap-1">
        {steps.map((step) => (
          <span key={step} className={cn('h-1 flex-1 rounded-full', step <= score ? tones[score] : 'bg-line')} />
        ))}
      </span>
      <span aria-live="polite">{hint}</span>
    </span>
  )
}

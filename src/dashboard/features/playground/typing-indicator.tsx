import type { Asking } from './trial.ts'

const stages = {
  sending: 'Asking…',
  searching: 'Looking in its sources…',
  writing: 'Writing…',
} satisfies Record<NonNullable<Asking['stage']>, string>

export function TypingIndicator({ stage }: { stage: NonNullable<Asking['stage']> }) {
  return (
    <li className="mt-3 flex w-fit items-center gap-2 rounded-lg border border-ai-line bg-ai-soft px-3 py-2">
      <span aria-hidden className="flex gap-1">
        {[0, 1, 2].map((dot) => (
          <span
            key={dot}
            className="size-1.5 animate-pulse rounded-full bg-ai"
            style={{ animationDelay: `${dot * 150}ms` }}
          />
        ))}
      </span>
      <span className="text-ai text-sm">{stages[stage]}</span>
    </li>
  )
}

import { Link, type LinkProps } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import { cn } from '#dashboard/lib/cn.ts'
import type { Step } from './getting-started-steps.ts'

const words: Record<Step['id'], { title: string; text: string }> = {
  sources: { title: 'Give it something to know', text: 'Texts, questions, pages or files it may answer from.' },
  try: { title: 'Ask it something', text: 'Be your first visitor, in the playground.' },
  mode: { title: 'Say when people step in', text: 'Let it hand over when it has no answer.' },
  site: { title: 'Put it on your site', text: 'One line of HTML, or a link to share.' },
}

/** A card with the steps of setting up an agent; those that are done are ticked off. */
export function GettingStarted({ title, steps }: { title: string; steps: readonly (Step & { link: LinkProps })[] }) {
  const done = steps.filter((step) => step.done).length
  return (
    <section aria-labelledby="getting-started" className="h-fit rounded-lg border border-line bg-surface">
      <header className="flex h-12 items-center justify-between border-line border-b px-4">
        <h2 id="getting-started" className="font-semibold">
          {title}
        </h2>
        <span className="text-muted text-sm tabular-nums">
          {done} of {steps.length}
        </span>
      </header>
      <ol className="divide-y divide-line">
        {steps.map((step) => (
          <li key={step.id} className="relative flex gap-3 px-4 py-3 hover:bg-hover">
            <span
              aria-hidden
              className={cn(
                'mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border',
                step.done ? 'border-success bg-success text-surface' : 'border-muted',
              )}
            >
              {step.done && <Check strokeWidth={3} className="size-3" />}
            </span>
            <div className="min-w-0">
              <Link
                {...step.link}
                {...(step.target && { hash: step.target })}
                onClick={(event) => {
                  const here = step.target && document.getElementById(step.target)
                  if (!here) return
                  event.preventDefault() // the target is on this page, so focus it instead
                  here.focus()
                }}
                className={cn('font-medium after:absolute after:inset-0', step.done && 'text-muted')}
              >
                {words[step.id].title}
                {step.done && <span className="sr-only"> (done)</span>}
              </Link>
              {!step.done && (
                <p className="text-muted text-sm">
                  {step.isLearning
                    ? 'It is learning what you added.'
                    : step.hasFailed
                      ? 'What you added could not be learnt. Its sources say why.'
                      : words[step.id].text}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

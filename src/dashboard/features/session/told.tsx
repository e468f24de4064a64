import { type ReactNode, useEffect, useRef } from 'react'

/** Shown in place of a form: its outcome, or why it can't be used. It takes the focus, which the form loses. */
export function Told({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="flex flex-col gap-4">
      <div className="rounded border border-line bg-surface px-4 py-3">
        <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {title}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft">{children}</p>
      </div>
      {action}
    </div>
  )
}

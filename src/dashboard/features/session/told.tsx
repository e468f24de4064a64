import { type ReactNode, useEffect, useRef } from 'react'

interface ToldProps {
  title: string
  children: ReactNode
  /** A link or button that leads on from here. */
  action?: ReactNode
}

/**
 * Shown in place of a form: the outcome once it has been sent, or why it can't be used. It takes the focus, which would
 * be lost with the form's button.
 */
export function Told({ title, children, action }: ToldProps) {
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

import { type ReactNode, useEffect, useRef } from 'react'
import { Logo } from '#dashboard/components/logo.tsx'
import { usePageTitle } from '#dashboard/lib/page-title.ts'

export const linkClass = 'mt-5 block text-center text-ink-soft underline underline-offset-2 hover:text-ink'

/** The frame of the screens without the dashboard's navigation, such as those for signing in. */
export function Entrance({
  title,
  description,
  isOutcome = false,
  children,
}: {
  title: string
  description: ReactNode
  /** Whether it says what has come of a form; then the title takes the focus, which the form loses. */
  isOutcome?: boolean
  children: ReactNode
}) {
  usePageTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isOutcome) heading.current?.focus()
  }, [isOutcome])
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 py-12 sm:justify-center">
      <div className="w-full max-w-sm">
        <Logo className="mb-6 size-7" />
        <h1
          ref={heading}
          {...(isOutcome && { tabIndex: -1 })}
          className="font-semibold text-xl tracking-tight outline-none"
        >
          {title}
        </h1>
        <p className="mt-1 mb-6 text-pretty text-muted">{description}</p>
        {children}
      </div>
    </main>
  )
}

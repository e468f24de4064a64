import type { ReactNode } from 'react'
import { Logo } from '#dashboard/components/logo.tsx'
import { usePageTitle } from '#dashboard/lib/page-title.ts'

export const linkClass = 'mt-5 block text-center text-ink-soft underline underline-offset-2 hover:text-ink'

/** The frame of the screens without the dashboard's navigation, such as those for signing in. */
export function Entrance({
  title,
  description,
  children,
}: {
  title: string
  description: ReactNode
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 py-12 sm:justify-center">
      <div className="w-full max-w-sm">
        <Logo className="mb-6 size-7" />
        <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
        <p className="mt-1 mb-6 text-muted">{description}</p>
        {children}
      </div>
    </main>
  )
}

import type { ReactNode } from 'react'
import { usePageTitle } from '#dashboard/lib/page-title.ts'

interface PageProps {
  /** The page's heading and the browser tab's title. */
  title: string
  description?: ReactNode
  /** A link to the parent page, above the heading. */
  breadcrumb?: ReactNode
  badges?: ReactNode
  /** Buttons at the right, the main one last. */
  actions?: ReactNode
  children: ReactNode
}

/** The layout of a screen. On a phone the actions always have a row of their own. */
export function Page({ title, description, breadcrumb, badges, actions, children }: PageProps) {
  usePageTitle(title)
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-5 sm:px-6 lg:px-8 lg:py-7">
      <header className="flex flex-col gap-3">
        {breadcrumb && <div className="-mb-2 text-muted text-sm">{breadcrumb}</div>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 max-sm:flex-col max-sm:flex-nowrap max-sm:items-stretch">
          <div className="min-w-0 flex-1 sm:basis-56">
            <div className="flex flex-wrap items-center gap-2">
              <h1 className="min-w-0 break-words font-semibold text-xl tracking-tight">{title}</h1>
              {badges}
            </div>
            {description && <p className="mt-0.5 text-pretty break-words text-muted">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2 max-sm:[&>*]:flex-1">{actions}</div>}
        </div>
      </header>
      {children}
    </div>
  )
}

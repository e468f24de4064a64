import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePageTitle } from '#dashboard/lib/page-title.ts'

interface SettingsSectionProps {
  /** The heading of the section, also shown in the title of the browser's tab. */
  title: string
  description?: ReactNode
  /** Buttons beside the heading, the main one last. */
  actions?: ReactNode
  children: ReactNode
}

/** A section of the settings. In a narrow window, a link leads back to the list of sections. */
export function SettingsSection({ title, description, actions, children }: SettingsSectionProps) {
  usePageTitle(`${title} · Settings`)
  return (
    <>
      <header className="mb-5">
        <Link to="/settings" className="-my-2.5 inline-block py-2.5 text-muted text-sm hover:text-ink md:hidden">
          Settings
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-56">
            <h1 className="break-words font-semibold text-xl tracking-tight">{title}</h1>
            {description && <p className="mt-0.5 text-pretty text-muted">{description}</p>}
          </div>
          {actions && (
            <div className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:[&>*]:flex-1">{actions}</div>
          )}
        </div>
      </header>
      <div className="flex flex-col gap-5">{children}</div>
    </>
  )
}

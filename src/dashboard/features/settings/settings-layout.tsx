import { Link, Navigate, Outlet, useMatchRoute } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { UnsavedGuard } from '#dashboard/components/unsaved-guard.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { usePageTitle } from '#dashboard/lib/page-title.ts'
import { type SettingsEntry, settingsGroups } from '#dashboard/lib/settings-sections.ts'
import { useMediaQuery } from '#dashboard/lib/use-media-query.ts'
import { BESIDE_CONTENT, firstSection } from './first-section.ts'

/** The layout of all settings: the list of sections, and the question before unsaved changes are left. */
export function SettingsLayout() {
  const isList = useMatchRoute()({ to: '/settings' }) !== false
  return (
    <div className="mx-auto flex w-full max-w-6xl gap-8 px-4 py-5 sm:px-6 lg:gap-12 lg:px-8 lg:py-7">
      <div className={cn('w-44 shrink-0 max-md:w-full', !isList && 'max-md:hidden')}>
        {isList ? <ListHeading /> : <p className="mb-5 font-semibold text-xl tracking-tight">Settings</p>}
        <SettingsNav />
      </div>
      <div className={cn('min-w-0 max-w-3xl flex-1', isList && 'max-md:hidden')}>
        <Outlet />
      </div>
      <UnsavedGuard />
    </div>
  )
}

/** In a narrow window the list is a screen of its own; in a wide one, the first section opens beside it. */
function ListHeading() {
  usePageTitle('Settings')
  return (
    <>
      <h1 className="mb-5 font-semibold text-xl tracking-tight">Settings</h1>
      {useMediaQuery(BESIDE_CONTENT) && <Navigate {...firstSection} replace />}
    </>
  )
}

/** The list of sections: a column beside the open section, or a screen of its own in a narrow window. */
function SettingsNav() {
  return (
    <nav aria-label="Settings" className="flex flex-col gap-5">
      {settingsGroups.map(({ title, entries }) => (
        <Sections key={title} title={title} entries={entries} />
      ))}
    </nav>
  )
}

function Sections({ title, entries }: { title: string; entries: readonly SettingsEntry[] }) {
  const shown = useExistingRoutes(entries)
  if (shown.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="mb-1 px-2 text-muted text-xs">{title}</h2>
      <ul className="flex flex-col gap-0.5 max-md:divide-y max-md:divide-line max-md:overflow-hidden max-md:rounded-lg max-md:border max-md:border-line max-md:bg-surface">
        {shown.map(({ path, link, label }) => (
          <li key={path}>
            <Link
              {...link}
              className="flex h-8 items-center gap-2.5 rounded px-2 font-medium text-ink-soft transition-colors duration-100 hover:bg-hover data-[status=active]:bg-hover data-[status=active]:text-ink max-md:h-12 max-md:rounded-none max-md:px-3"
            >
              <span className="flex-1 truncate">{label}</span>
              <ChevronRight aria-hidden className="size-4 text-muted md:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Navigate, Outlet, useMatchRoute } from '@tanstack/react-router'
import { UnsavedGuard } from '#dashboard/components/unsaved-guard.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { usePageTitle } from '#dashboard/lib/page-title.ts'
import { useMediaQuery } from '#dashboard/lib/use-media-query.ts'
import { BESIDE_CONTENT, firstSection } from './first-section.ts'
import { SettingsNav } from './settings-nav.tsx'

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

/**
 * The heading for the list of sections alone, which is a screen of its own in a narrow window. If the window becomes
 * wide enough, the first section opens beside the list.
 */
function ListHeading() {
  usePageTitle('Settings')
  return (
    <>
      <h1 className="mb-5 font-semibold text-xl tracking-tight">Settings</h1>
      {useMediaQuery(BESIDE_CONTENT) && <Navigate {...firstSection} replace />}
    </>
  )
}

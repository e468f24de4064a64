import { Outlet, useMatchRoute } from '@tanstack/react-router'
import { UnsavedGuard } from '#dashboard/components/unsaved-guard.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { SettingsNav } from './settings-nav.tsx'

/** What all sections of the settings have in common: the list of them, and the question before unsaved work is left. */
export function SettingsLayout() {
  const isList = useMatchRoute()({ to: '/settings' }) !== false
  return (
    <div className="mx-auto flex w-full max-w-6xl gap-8 px-4 py-5 sm:px-6 lg:gap-12 lg:px-8 lg:py-7">
      <div className={cn('w-44 shrink-0 max-md:w-full', !isList && 'max-md:hidden')}>
        {isList ? (
          <h1 className="mb-5 font-semibold text-xl tracking-tight">Settings</h1>
        ) : (
          <p className="mb-5 font-semibold text-xl tracking-tight">Settings</p>
        )}
        <SettingsNav />
      </div>
      <div className={cn('min-w-0 max-w-3xl flex-1', isList && 'max-md:hidden')}>
        <Outlet />
      </div>
      <UnsavedGuard />
    </div>
  )
}

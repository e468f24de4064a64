import { Navigate } from '@tanstack/react-router'
import { usePageTitle } from '#dashboard/lib/page-title.ts'
import { useMediaQuery } from '#dashboard/lib/use-media-query.ts'
import { BESIDE_CONTENT, firstSection } from './settings-sections.ts'

/** The settings with no section open: on a phone the list alone. A window that grows opens the first one. */
export function SettingsIndex() {
  usePageTitle('Settings')
  return useMediaQuery(BESIDE_CONTENT) ? <Navigate {...firstSection} replace /> : null
}

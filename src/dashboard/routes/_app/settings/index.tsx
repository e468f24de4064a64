import { createFileRoute, redirect } from '@tanstack/react-router'
import { SettingsIndex } from '#dashboard/features/settings/settings-index.tsx'
import { BESIDE_CONTENT, firstSection } from '#dashboard/features/settings/settings-sections.ts'

export const Route = createFileRoute('/_app/settings/')({
  // On a phone this address shows the list of sections, and elsewhere the first of them beside the list.
  beforeLoad: () => {
    if (window.matchMedia(BESIDE_CONTENT).matches) throw redirect({ ...firstSection, replace: true })
  },
  component: SettingsIndex,
})

import { createFileRoute, redirect } from '@tanstack/react-router'
import { BESIDE_CONTENT, firstSection } from '#dashboard/features/settings/first-section.ts'

/** On a phone this address shows the list of sections, and elsewhere the first of them beside the list. */
export const Route = createFileRoute('/_app/settings/')({
  beforeLoad: () => {
    if (window.matchMedia(BESIDE_CONTENT).matches) throw redirect({ ...firstSection, replace: true })
  },
})

import { createFileRoute, redirect } from '@tanstack/react-router'
import { BESIDE_CONTENT, firstSection } from '#dashboard/features/settings/first-section.ts'

/** In a narrow window, this address shows the list of sections; in a wide one, it redirects to the first section. */
export const Route = createFileRoute('/_app/settings/')({
  beforeLoad: () => {
    if (window.matchMedia(BESIDE_CONTENT).matches) throw redirect({ ...firstSection, replace: true })
  },
})

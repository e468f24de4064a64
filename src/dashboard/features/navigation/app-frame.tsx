import { useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { stand, useOrganization } from '#dashboard/api/session.ts'
import { late } from '#dashboard/lib/late.tsx'
import { Overlays } from './overlays.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { Rail } from './rail.tsx'
import { useWaitingCount } from './use-waiting-count.ts'

// Rendered from the start, so that its code is loaded before the connection is lost.
const OfflineBar = late(() => import('#dashboard/components/offline-bar.tsx'), 'OfflineBar')
const OrganizationEvents = late(() => import('#dashboard/api/open-stream.ts'), 'OrganizationEvents')

/** Navigation, offline bar and command palette around every screen. `main` scrolls; a screen may fill it. */
export function AppFrame({ children }: { children: ReactNode }) {
  const organization = useOrganization()
  useEffect(() => stand(organization), [organization])
  useEffect(() => void import('#dashboard/lib/vanished-field.ts'), []) // here, as the first view need not wait for it
  const waiting = useWaitingCount()
  const inConversation = useParams({ strict: false, select: ({ conversationId }) => conversationId !== undefined })
  return (
    <div className="flex h-dvh flex-col overflow-hidden sm:flex-row">
      <a
        href="#main"
        className="-translate-y-16 fixed top-2 left-2 z-50 rounded bg-ink px-3 py-2 text-on-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <Rail waiting={waiting} />
      {/* On a phone, an open conversation needs the space, and has a link back to the list of its own. */}
      {!inConversation && <PhoneBar waiting={waiting} />}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <OfflineBar />
        <main id="main" tabIndex={-1} className="relative min-h-0 flex-1 scroll-pt-12 overflow-y-auto outline-none">
          {children}
        </main>
      </div>
      <OrganizationEvents organizationId={organization.id} />
      <Overlays />
    </div>
  )
}

import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { warmUp } from '#dashboard/api/client.ts'
import { currentOrganization, findSession, stand } from '#dashboard/api/session.ts'
import { BarePageError } from '#dashboard/components/page-error.tsx'
import { InboxNotifications } from '#dashboard/features/inbox/notifications/notifications.tsx'
import { AppFrame } from '#dashboard/features/navigation/app-frame.tsx'
import { SessionGuard } from '#dashboard/features/session/session-guard.tsx'

/** Layout of all screens of an organization. Child routes find `session` and `organization` in their context. */
export const Route = createFileRoute('/_app')({
  codeSplitGroupings: [], // bundled with the page itself, as it frames every signed-in screen
  beforeLoad: async ({ context, location }) => {
    const session = await findSession(context.queryClient)
    if (!session) throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
    const organization = currentOrganization(session)
    if (!organization) throw redirect({ to: '/no-organization' })
    stand(organization)
    warmUp()
    return { session, organization }
  },
  errorComponent: BarePageError,
  component: () => (
    <>
      <AppFrame>
        <Outlet />
      </AppFrame>
      <SessionGuard />
      <InboxNotifications />
    </>
  ),
})

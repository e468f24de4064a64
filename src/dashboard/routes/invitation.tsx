import { createFileRoute } from '@tanstack/react-router'
import { isApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import { findSession } from '#dashboard/api/session.ts'
import { BarePageError } from '#dashboard/components/page-error.tsx'
import { InvitationPage } from '#dashboard/features/session/invitation-page.tsx'

/** The token stands after the `#`, which browsers send to no server, and goes out in a body alone. */
export const Route = createFileRoute('/invitation')({
  loader: async ({ context: { queryClient }, location: { hash: token } }) => {
    const [session, invitation] = await Promise.all([findSession(queryClient), lookAt(token)])
    return { token, session, invitation }
  },
  errorComponent: BarePageError,
  component: () => <InvitationPage {...Route.useLoaderData()} />,
})

/** Undefined for an invitation that is not good, or not any more. */
async function lookAt(token: string) {
  try {
    return await call('lookAtInvitation', { body: { token } })
  } catch (error) {
    if (isApiError(error, 'resource_not_found', 'validation_failed')) return undefined
    throw error
  }
}

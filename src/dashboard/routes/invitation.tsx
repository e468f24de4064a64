import { createFileRoute } from '@tanstack/react-router'
import { isApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import { findSession } from '#dashboard/api/session.ts'
import { BarePageError } from '#dashboard/components/page-error.tsx'
import { InvitationPage } from '#dashboard/features/session/invitation-page.tsx'

/** The token follows the `#`, which browsers do not send; the server gets it only in a request's body. */
export const Route = createFileRoute('/invitation')({
  loader: async ({ context: { queryClient }, location: { hash: token } }) => {
    const [session, invitation] = await Promise.all([findSession(queryClient), lookAt(token)])
    return { token, session, invitation }
  },
  errorComponent: BarePageError,
  component: () => <InvitationPage {...Route.useLoaderData()} />,
})

/** Loads an invitation; undefined if there is none with this token, or it is not valid any more. */
async function lookAt(token: string) {
  try {
    return await call('lookAtInvitation', { body: { token } })
  } catch (error) {
    if (isApiError(error, 'resource_not_found', 'validation_failed')) return undefined
    throw error
  }
}

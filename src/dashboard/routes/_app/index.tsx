import { createFileRoute, redirect } from '@tanstack/react-router'
import { permissions } from '#dashboard/lib/permissions.ts'

/**
 * Redirects to the first screen: the inbox for responders, the overview for other members. With an API key it is the
 * list of agents, as a key can't read the overview.
 */
export const Route = createFileRoute('/_app/')({
  beforeLoad: ({ context: { organization } }) => {
    const home = !permissions.ownApi ? '/agents' : organization.role === 'responder' ? '/inbox' : '/overview'
    throw redirect({ to: home, replace: true })
  },
})

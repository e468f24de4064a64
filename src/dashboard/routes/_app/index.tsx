import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects to the first screen: the inbox for responders, the overview for other members. */
export const Route = createFileRoute('/_app/')({
  beforeLoad: ({ context: { organization } }) => {
    throw redirect({ to: organization.role === 'responder' ? '/inbox' : '/overview', replace: true })
  },
})

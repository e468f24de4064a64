import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/')({
  beforeLoad: ({ context: { organization } }) => {
    throw redirect({ to: organization.role === 'responder' ? '/inbox' : '/overview', replace: true })
  },
})

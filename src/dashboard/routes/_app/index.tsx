import { createFileRoute, redirect } from '@tanstack/react-router'
import { permissions } from '#dashboard/lib/permissions.ts'

/** Leads home: whoever answers visitors to the inbox, everybody else to the overview, which no key can read. */
export const Route = createFileRoute('/_app/')({
  beforeLoad: ({ context: { organization } }) => {
    const home = !permissions.ownApi ? '/agents' : organization.role === 'responder' ? '/inbox' : '/overview'
    throw redirect({ to: home, replace: true })
  },
})

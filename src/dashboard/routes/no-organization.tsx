import { createFileRoute, redirect } from '@tanstack/react-router'
import { findSession } from '#dashboard/api/session.ts'
import { BarePageError } from '#dashboard/components/page-error.tsx'
import { NoOrganizationPage } from '#dashboard/features/session/no-organization-page.tsx'

export const Route = createFileRoute('/no-organization')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const session = await findSession(queryClient)
    if (!session) throw redirect({ to: '/sign-in' })
    if (session.organizations.length > 0) throw redirect({ to: '/' })
  },
  errorComponent: BarePageError,
  component: NoOrganizationPage,
})

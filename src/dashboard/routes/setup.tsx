import { createFileRoute, redirect } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { BarePageError } from '#dashboard/components/page-error.tsx'
import { SetupPage } from '#dashboard/features/session/setup-page.tsx'

export const Route = createFileRoute('/setup')({
  beforeLoad: async ({ context }) => {
    const { needs_setup } = await context.queryClient.fetchQuery(api.getStart.queryOptions())
    if (!needs_setup) throw redirect({ to: '/sign-in' })
  },
  errorComponent: BarePageError,
  component: SetupPage,
})

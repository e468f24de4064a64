import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { prepareSecurity, SecuritySection } from '#dashboard/features/settings/security-section.tsx'

export const Route = createFileRoute('/_app/settings/security')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(api.getTwoFactor.queryOptions())
    return prepareSecurity()
  },
  component: SecuritySection,
})

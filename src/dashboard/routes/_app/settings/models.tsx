import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { ModelsSection } from '#dashboard/features/settings/models/models-section.tsx'

export const Route = createFileRoute('/_app/settings/models')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(api.listModelAccounts.queryOptions())
  },
  component: ModelsSection,
})

import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { LabelsSection } from '#dashboard/features/settings/labels-section.tsx'

export const Route = createFileRoute('/_app/settings/labels')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(api.listLabels.queryOptions())
  },
  component: LabelsSection,
})

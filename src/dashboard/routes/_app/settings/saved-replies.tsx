import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { SavedRepliesSection } from '#dashboard/features/settings/saved-replies/saved-replies-section.tsx'

export const Route = createFileRoute('/_app/settings/saved-replies')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(api.listSavedReplies.queryOptions())
  },
  component: SavedRepliesSection,
})

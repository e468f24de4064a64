import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { MembersSection } from '#dashboard/features/settings/members-section.tsx'
import { currentPermissions } from '#dashboard/lib/permissions.ts'

export const Route = createFileRoute('/_app/settings/members')({
  validateSearch: (search): { invite?: true | undefined } => ({ invite: search.invite ? true : undefined }),
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(api.listMembers.queryOptions())
    if (currentPermissions().may('listInvitations')) void queryClient.prefetchQuery(api.listInvitations.queryOptions())
  },
  component: MembersSection,
})

import { createFileRoute } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { requireRoleFor } from '#dashboard/api/session.ts'
import { ApiKeysPage } from '#dashboard/features/settings/api-keys-page.tsx'

export const Route = createFileRoute('/_app/settings_/api-keys')({
  validateSearch: (search): { new?: true | undefined } => ({ new: search.new ? true : undefined }),
  beforeLoad: () => requireRoleFor('listApiKeys'),
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(api.listApiKeys.queryOptions()),
  component: ApiKeysPage,
})

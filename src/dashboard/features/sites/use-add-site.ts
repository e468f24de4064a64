import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'

/** Adds a website to an agent, which starts its first crawl, and opens the website's screen. */
export function useAddSite(agentId: string) {
  const { id: organization } = useOrganization()
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    ...api.createSite.mutationOptions(),
    onSuccess: ({ id }) =>
      void navigate({ to: '/agents/$agentId/knowledge/websites/$siteId', params: { agentId, siteId: id } }),
  })
  return {
    add: (url: string, onError?: (error: unknown) => void) =>
      mutate({ params: { organization }, body: { url, agent_id: agentId } }, onError && { onError }),
    isPending,
    error,
  }
}

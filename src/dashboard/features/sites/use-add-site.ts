import { useNavigate } from '@tanstack/react-router'
import { api } from '#dashboard/api/api.ts'

/** Adds a website to an agent, which starts its first crawl, and opens the website's screen. */
export function useAddSite(agentId: string) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = api.createSite.useMutation({
    onSuccess: ({ id }) =>
      void navigate({ to: '/agents/$agentId/knowledge/websites/$siteId', params: { agentId, siteId: id } }),
  })
  return {
    add: (url: string, onError?: (error: unknown) => void) =>
      mutate({ body: { url, agent_id: agentId } }, onError && { onError }),
    isPending,
    error,
  }
}

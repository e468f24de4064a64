import { createFileRoute, redirect } from '@tanstack/react-router'

/** Redirects to the inbox, filtered by the agent. */
export const Route = createFileRoute('/_app/agents/$agentId/conversations')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/inbox', search: { agent: params.agentId }, replace: true })
  },
})

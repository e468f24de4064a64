import { createFileRoute, redirect } from '@tanstack/react-router'

/** An agent's conversations are the inbox's, filtered. */
export const Route = createFileRoute('/_app/agents/$agentId/conversations')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/inbox', search: { agent: params.agentId }, replace: true })
  },
})

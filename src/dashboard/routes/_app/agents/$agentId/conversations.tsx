import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_app/agents/$agentId/conversations')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/inbox', search: { agent: params.agentId }, replace: true })
  },
})

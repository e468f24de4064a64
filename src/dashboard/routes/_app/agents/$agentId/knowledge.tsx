import { createFileRoute } from '@tanstack/react-router'
import { KnowledgeLayout } from '#dashboard/features/agents/knowledge-layout.tsx'

export const Route = createFileRoute('/_app/agents/$agentId/knowledge')({
  component: () => <KnowledgeLayout agentId={Route.useParams().agentId} />,
})

import { createFileRoute } from '@tanstack/react-router'
import { AgentSitesPage } from '#dashboard/features/sites/agent-sites-page.tsx'

export const Route = createFileRoute('/_app/agents/$agentId/knowledge/websites/')({ component: AgentSitesPage })

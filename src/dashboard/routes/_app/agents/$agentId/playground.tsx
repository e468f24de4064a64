import { createFileRoute } from '@tanstack/react-router'
import { Playground } from '#dashboard/features/playground/playground.tsx'
import { useFocusOnHash } from '#dashboard/lib/use-focus-on-hash.ts'

export const Route = createFileRoute('/_app/agents/$agentId/playground')({
  component: () => {
    const { agentId } = Route.useParams()
    useFocusOnHash()
    return <Playground key={agentId} agentId={agentId} isScreen />
  },
})

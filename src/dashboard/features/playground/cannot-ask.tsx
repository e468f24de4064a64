import { Link } from '@tanstack/react-router'
import { usePermissions } from '#dashboard/lib/permissions.ts'

export function CannotAsk({ agentId }: { agentId: string }) {
  const { may } = usePermissions()
  return (
    <p className="border-line border-t px-4 py-3 text-center text-muted">
      This agent is disabled and takes no messages.{' '}
      {may('updateAgentSettings') && (
        <Link to="/agents/$agentId/settings" params={{ agentId }} className="text-ink underline underline-offset-2">
          Enable it in its settings
        </Link>
      )}
    </p>
  )
}

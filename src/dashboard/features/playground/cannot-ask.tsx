import { Link } from '@tanstack/react-router'
import { usePermissions } from '#dashboard/lib/permissions.ts'

/** Says why nobody can write in the playground: the dashboard uses an API key, or the agent is disabled. */
export function CannotAsk({ agentId }: { agentId: string }) {
  const { ownApi, may } = usePermissions()
  return (
    <p className="border-line border-t px-4 py-3 text-center text-muted">
      {ownApi ? (
        <>
          This agent is disabled and takes no messages.{' '}
          {may('updateAgentSettings') && (
            <Link to="/agents/$agentId/settings" params={{ agentId }} className="text-ink underline underline-offset-2">
              Enable it in its settings
            </Link>
          )}
        </>
      ) : (
        'An API key can’t try an agent out. Sign in on the server itself to use its playground.'
      )}
    </p>
  )
}

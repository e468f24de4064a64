import { Link } from '@tanstack/react-router'

/** Why the playground gets no further with an agent whose identity mode is `required`. */
export function SignedVisitorsOnly({ agentId }: { agentId: string }) {
  return (
    <p role="alert" className="mx-3 my-2 rounded border border-warning-line bg-warning-soft px-3 py-2">
      This agent only talks to visitors your site has signed a token for, and the playground has none.{' '}
      <Link to="/agents/$agentId/settings" params={{ agentId }} className="underline underline-offset-2">
        Make tokens optional in its settings
      </Link>{' '}
      to try it here.
    </p>
  )
}

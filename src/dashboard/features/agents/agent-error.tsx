import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { PageError } from '#dashboard/components/page-error.tsx'
import { buttonVariants } from '#dashboard/ui/button.tsx'

/** An agent that could not be read: deleted, someone else's, or out of reach. */
export function AgentError(props: ErrorComponentProps) {
  return (
    <PageError
      {...props}
      action={
        <Link to="/agents" className={buttonVariants()}>
          All agents
        </Link>
      }
    />
  )
}

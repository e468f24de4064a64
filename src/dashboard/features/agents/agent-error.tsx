import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { PageError } from '#dashboard/components/page-error.tsx'
import { buttonVariants } from '#dashboard/ui/button.tsx'

/** Shown in place of an agent that could not be loaded, such as when it was deleted or the server is unreachable. */
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

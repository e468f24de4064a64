import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { PageError } from '#dashboard/components/page-error.tsx'
import { buttonVariants } from '#dashboard/ui/button.tsx'

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

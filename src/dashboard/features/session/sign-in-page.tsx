import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { startSession } from '#dashboard/api/session.ts'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Entrance, linkClass } from './entrance.tsx'
import { ResetByCommand } from './reset-by-command.tsx'
import { SignInForm } from './sign-in-form.tsx'

const ConnectForm = late(() => import('./connect-form.tsx'), 'ConnectForm', <Skeleton className="h-72 w-full" />)

interface SignInPageProps {
  /** Address on this site to go to after signing in. */
  next: string
  /** Whether to show the form for connecting to another server with an API key, instead of signing in here. */
  elsewhere: boolean
  /** Whether the server can mail a link to people who have forgotten their password. */
  sendsMail: boolean
}

export function SignInPage({ next, elsewhere, sendsMail }: SignInPageProps) {
  const client = useQueryClient()
  const router = useRouter()
  if (elsewhere)
    return (
      <Entrance title="Connect to another server" description="Through its public API, with one of its keys.">
        <ConnectForm />
        <Link to="/sign-in" className={linkClass}>
          Sign in on this server instead
        </Link>
      </Entrance>
    )
  return (
    <Entrance title="Sign in" description="To your agents and the conversations they have.">
      <SignInForm
        onSignedIn={(session) => {
          startSession(client, session)
          router.history.push(next)
        }}
      />
      {sendsMail ? (
        <Link to="/reset-password" className={linkClass}>
          Forgot your password?
        </Link>
      ) : (
        <ResetByCommand className="mt-4" />
      )}
      <Link to="/sign-in" search={{ elsewhere: true }} className={linkClass}>
        Connect to another server
      </Link>
    </Entrance>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { startSession } from '#dashboard/api/session.ts'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Entrance } from './entrance.tsx'
import { SignInForm } from './sign-in-form.tsx'

const ConnectForm = late(() => import('./connect-form.tsx'), 'ConnectForm', <Skeleton className="h-72 w-full" />)

interface SignInPageProps {
  /** Address on this site to go to after signing in. */
  next: string
  /** Whether to show the form for connecting to another server with an API key, instead of signing in here. */
  elsewhere: boolean
}

export function SignInPage({ next, elsewhere }: SignInPageProps) {
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
      <p className="mt-4 text-pretty text-muted text-sm">
        Who runs this server can reset a lost password with{' '}
        <code className="whitespace-nowrap font-mono text-ink-soft">npm run reset-password -- EMAIL</code>.
      </p>
      <Link to="/sign-in" search={{ elsewhere: true }} className={linkClass}>
        Connect to another server
      </Link>
    </Entrance>
  )
}

const linkClass = 'mt-5 block text-center text-ink-soft underline underline-offset-2 hover:text-ink'

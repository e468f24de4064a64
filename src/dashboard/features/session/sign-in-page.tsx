import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { startSession } from '#dashboard/api/session.ts'
import { Entrance, linkClass } from './entrance.tsx'
import { ResetByCommand } from './reset-by-command.tsx'
import { SignInForm } from './sign-in-form.tsx'

interface SignInPageProps {
  /** Address on this site to go to after signing in. */
  next: string
  /** Whether the server can mail a link to people who have forgotten their password. */
  sendsMail: boolean
}

export function SignInPage({ next, sendsMail }: SignInPageProps) {
  const client = useQueryClient()
  const router = useRouter()
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
    </Entrance>
  )
}

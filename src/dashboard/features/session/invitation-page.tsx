import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { chooseOrganization, type Session, startSession } from '#dashboard/api/session.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { Entrance } from './entrance.tsx'
import { NewPersonForm } from './new-person-form.tsx'
import { SignOutButton } from './sign-out-button.tsx'

const SignInForm = late(() => import('./sign-in-form.tsx'), 'SignInForm')

interface InvitationPageProps {
  token: string
  session: Session | undefined
  /** Undefined if the link is not that of an invitation, or it is not valid any more. */
  invitation: Data<'lookAtInvitation'> | undefined
}

/** Accepts an invitation with a new account, by signing in, or with one click if signed in already. */
export function InvitationPage({ token, session, invitation }: InvitationPageProps) {
  const client = useQueryClient()
  const router = useRouter()
  const accept = api.acceptInvitation.useMutation({
    onSuccess: (joined) => {
      const isKnown = (id: string) =>
        client.getQueryData<Session>(api.getSession.key({}))?.organizations.some((known) => known.id === id)
      const added = joined.organizations.find(({ id }) => !isKnown(id))
      if (added) chooseOrganization(added.id)
      startSession(client, joined)
      window.location.assign('/')
    },
  })
  if (!invitation || isApiError(accept.error, 'resource_not_found'))
    return (
      <Entrance
        title="This invitation is not good any more"
        description="It was used, replaced or withdrawn, or is older than seven days. Ask whoever sent it for a new one."
      >
        <Link to="/sign-in" className={buttonVariants({ size: 'lg', className: 'w-full' })}>
          Sign in
        </Link>
      </Entrance>
    )
  const { organization, inviter, email, needs_account } = invitation
  const isJoining = accept.isPending || accept.isSuccess // also until the page that is loaded then replaces this one
  const join = (body: { name?: string; password?: string } = {}) => {
    if (!isJoining) accept.mutate({ body: { token, ...body } })
  }
  const title = `Join ${organization}`
  if (session && session.user.email !== email)
    return (
      <Entrance
        title={title}
        description={`${inviter} has invited ${email}. You are signed in as ${session.user.email}.`}
      >
        <div className="flex flex-col gap-4">
          <SignOutButton label="Sign out and go on" onSignedOut={() => window.location.reload()} />
          <Link to="/" className={linkClass}>
            Stay signed in
          </Link>
        </div>
      </Entrance>
    )
  if (session)
    return (
      <Entrance title={title} description={`${inviter} has invited you.`}>
        <div className="flex flex-col gap-4">
          {accept.error && <ErrorNotice error={accept.error} />}
          <Button variant="primary" size="lg" pending={isJoining} onClick={() => join()}>
            Join
          </Button>
        </div>
      </Entrance>
    )
  if (needs_account)
    return (
      <Entrance title={title} description={`${inviter} has invited you. Say who you are, and you are in.`}>
        <NewPersonForm
          email={email}
          organization={organization}
          pending={isJoining}
          error={accept.error}
          onSubmit={join}
        />
      </Entrance>
    )
  return (
    <Entrance title={title} description={`${inviter} has invited you. Sign in, and then join.`}>
      <SignInForm
        email={email}
        onSignedIn={(signedIn) => {
          startSession(client, signedIn)
          void router.invalidate()
        }}
      />
    </Entrance>
  )
}

const linkClass = 'text-center text-ink-soft underline underline-offset-2 hover:text-ink'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { startSession } from '#dashboard/api/session.ts'
import { Entrance } from './entrance.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** @param next Where to go once signed in: an address of this page. */
export function SignInPage({ next }: { next: string }) {
  const client = useQueryClient()
  const router = useRouter()
  return (
    <Entrance title="Sign in" description="Your agents and their conversations are behind this.">
      <SignInForm
        onSignedIn={(session) => {
          startSession(client, session)
          router.history.push(next)
        }}
      />
    </Entrance>
  )
}

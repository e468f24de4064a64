import { useMutation, useQueryClient } from '@tanstack/react-query'
import { signOutOptions } from '#dashboard/api/session.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Button } from '#dashboard/ui/button.tsx'

/** A button that ends the session of this browser. Unless told otherwise, it then opens the page for signing in. */
export function SignOutButton({ label, onSignedOut }: { label: string; onSignedOut?: () => void }) {
  const signOut = useMutation(signOutOptions(useQueryClient(), onSignedOut))
  return (
    <>
      {signOut.error && <ErrorNotice error={signOut.error} />}
      <Button size="lg" pending={signOut.isPending} onClick={() => signOut.mutate()}>
        {label}
      </Button>
    </>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { endSession } from '#dashboard/api/session.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Button } from '#dashboard/ui/button.tsx'

/** A button that ends the session of this browser. */
export function SignOutButton({ label, onSignedOut }: { label: string; onSignedOut: () => void }) {
  const client = useQueryClient()
  const signOut = useMutation({
    ...api.signOut.mutationOptions(),
    onSuccess: () => {
      endSession(client)
      onSignedOut()
    },
  })
  return (
    <>
      {signOut.error && <ErrorNotice error={signOut.error} />}
      <Button size="lg" pending={signOut.isPending} onClick={() => signOut.mutate()}>
        {label}
      </Button>
    </>
  )
}

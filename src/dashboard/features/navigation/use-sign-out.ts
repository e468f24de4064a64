import { useMutation, useQueryClient } from '@tanstack/react-query'
import { signOutOptions } from '#dashboard/api/session.ts'
import { toast } from '#dashboard/ui/toast.tsx'

/** Returns a function that ends the session and opens the page for signing in. A failure is shown in a toast. */
export function useSignOut(): () => void {
  const signOut = useMutation({
    ...signOutOptions(useQueryClient()),
    onError: (error) => toast.error('You are still signed in', { description: error.message }),
  })
  return () => signOut.mutate()
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import LogOut from 'lucide-react/icons/log-out'
import { signOutOptions, useSession } from '#dashboard/api/session.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Button } from '#dashboard/ui/button.tsx'

export function AccountCard() {
  const { user } = useSession()
  const signOut = useMutation(signOutOptions(useQueryClient()))
  return (
    <Card title="Session">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0">
          <span className="block font-medium">{user.name}</span>
          <span className="block break-words text-muted">{user.email}</span>
        </p>
        <Button pending={signOut.isPending} onClick={() => signOut.mutate()}>
          {!signOut.isPending && <LogOut aria-hidden />} Sign out
        </Button>
      </div>
      {signOut.error && <ErrorNotice error={signOut.error} className="mt-3" />}
    </Card>
  )
}

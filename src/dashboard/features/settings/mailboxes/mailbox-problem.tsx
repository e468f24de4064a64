import CircleAlert from 'lucide-react/icons/circle-alert'
import { api } from '#dashboard/api/api.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import type { Mailbox } from './mailbox-form.ts'
import { SignInAgain } from './sign-in-again.tsx'

/** What keeps a mailbox from working, and a button that looks whether it still does. */
export function MailboxProblem({ mailbox, error }: { mailbox: Mailbox; error: NonNullable<Mailbox['error']> }) {
  const { id, address } = mailbox
  const { may } = usePermissions()
  const test = api.testMailbox.useMutation({
    onSuccess: ({ incoming, outgoing }) => {
      if (incoming.ok && outgoing.ok) toast.success(`${address} works again`)
      else toast.error(`${address} still does not work`)
    },
    onError: (failure) => tellError(failure, 'It was not tested'),
  })
  return (
    <div className="mt-1 flex gap-2 text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <p className="min-w-0 break-words">
          {error.message}{' '}
          <span className="whitespace-nowrap text-muted">
            Since <RelativeTime value={error.since} />
          </span>
        </p>
        {error.code === 'oauth_revoked' && may('startMailGrant') && <SignInAgain mailbox={mailbox} />}
        {!['agent_deleted', 'oauth_revoked'].includes(error.code) && may('testMailbox') && (
          <Button size="sm" pending={test.isPending} onClick={() => test.mutate({ body: { id } })}>
            Test again <span className="sr-only">{address}</span>
          </Button>
        )}
      </div>
    </div>
  )
}

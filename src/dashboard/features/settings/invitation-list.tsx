import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { roleNames, rolesUpTo } from './role-names.ts'

export function InvitationList() {
  const invitations = api.listInvitations.useQuery()
  if (invitations.error && !invitations.data)
    return <ErrorNotice error={invitations.error} onRetry={() => void invitations.refetch()} />
  if (!invitations.data?.length) return null
  return (
    <Card title="Invited" description="Inviting somebody again ends their earlier link.">
      <ul className="-my-2 divide-y divide-line">
        {invitations.data.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Card>
  )
}

function InvitationRow({ invitation }: { invitation: Data<'listInvitations'>[number] }) {
  const { role } = useOrganization()
  const [asking, setAsking] = useState(false)
  const revoke = api.revokeInvitation.useMutation()
  return (
    <li className="flex min-h-control items-center justify-between gap-3 py-2.5">
      <p className="min-w-0">
        <span className="block break-words font-medium">{invitation.email}</span>
        <span className="block text-muted text-sm">
          {roleNames[invitation.role].label} · ends <RelativeTime value={invitation.expires_at} />
        </span>
        {invitation.mail_error && (
          <span className="block text-danger text-sm">The invitation was not mailed. {invitation.mail_error}</span>
        )}
      </p>
      {rolesUpTo(role).includes(invitation.role) && (
        <Button size="sm" aria-label={`Revoke the invitation of ${invitation.email}`} onClick={() => setAsking(true)}>
          Revoke
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Revoke the invitation of ${invitation.email}?`}
        description="Its link leads nowhere from then on."
        confirmLabel="Revoke invitation"
        mutation={revoke}
        onConfirm={() => revoke.mutate({ params: { invitation: invitation.id } })}
      />
    </li>
  )
}

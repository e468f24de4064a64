import LogOut from 'lucide-react/icons/log-out'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import type { Member } from './member.ts'

export function RemoveMember({ member, isSelf }: { member: Member; isSelf: boolean }) {
  const [asking, setAsking] = useState(false)
  const { name } = useOrganization()
  const remove = api.removeMember.useMutation({ onSuccess: () => isSelf && window.location.assign('/') })
  const lost =
    member.role === 'owner' ? ` The API keys that ${isSelf ? 'you' : 'they'} made stop working for good.` : ''
  return (
    <>
      <IconButton
        icon={isSelf ? LogOut : Trash2}
        size="sm"
        label={isSelf ? `Leave ${name}` : `Remove ${member.name}`}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={isSelf ? `Leave ${name}?` : `Remove ${member.name}?`}
        description={
          isSelf
            ? `You lose access at once, and come back by an invitation alone.${lost}`
            : `${member.email} loses access at once, wherever they are signed in.${lost}`
        }
        confirmLabel={isSelf ? 'Leave' : 'Remove member'}
        mutation={remove}
        onConfirm={() => remove.mutate({ params: { user: member.user_id } })}
      />
    </>
  )
}

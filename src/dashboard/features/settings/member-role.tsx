import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isAtLeast, type Role } from '#contract/roles.ts'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { tellError } from '#dashboard/components/tell-error.ts'
import { Select } from '#dashboard/ui/select.tsx'
import type { Member } from './member.ts'
import { roleNames, rolesUpTo } from './role-names.ts'

/**
 * Confirms lasting changes first: an owner's API keys stop working for good; one's own lowered role can't be raised.
 */
export function MemberRole({ member, isSelf }: { member: Member; isSelf: boolean }) {
  const { role: ownRole } = useOrganization()
  const [asked, setAsked] = useState<Role>()
  const client = useQueryClient()
  const update = api.updateMember.useMutation({
    onSuccess: (changed) => {
      // Without this, the former role would show again until the list is refetched.
      client.setQueryData<Member[]>(api.listMembers.key({}), (members) =>
        members?.map((known) => (known.user_id === changed.user_id ? changed : known)),
      )
    },
  })
  const change = (role: Role) => {
    if (!update.isPending)
      update.mutate(
        { params: { user: member.user_id }, body: { role } },
        { onError: (error) => tellError(error, `${member.name} is still ${roleNames[member.role].label}`) },
      )
  }
  const choose = (role: Role) => {
    const isLost = member.role === 'owner' || (isSelf && !isAtLeast(role, member.role))
    if (isLost) setAsked(role)
    else change(role)
  }
  return (
    <>
      <Select
        aria-label={`Role of ${member.name}`}
        className="w-32"
        value={update.isPending ? update.variables.body.role : member.role}
        onChange={(event) => choose(event.target.value as Role)}
      >
        {rolesUpTo(ownRole).map((role) => (
          <option key={role} value={role}>
            {roleNames[role].label}
          </option>
        ))}
      </Select>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={`${isSelf ? 'Become' : `Make ${member.name}`} ${asked === 'admin' ? 'an admin' : 'a responder'}?`}
        description={
          member.role === 'owner'
            ? `The API keys that ${isSelf ? 'you' : 'they'} made stop working for good.${isSelf ? ' Only another owner can make you one again.' : ''}`
            : 'Only somebody with a higher role can undo it.'
        }
        confirmLabel="Change role"
        mutation={{ ...update, error: null }} // a toast tells the error
        onConfirm={() => asked && change(asked)}
      />
    </>
  )
}

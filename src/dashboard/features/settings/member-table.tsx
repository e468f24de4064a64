import { isAtLeast } from '#contract/roles.ts'
import { useOrganization, useSession } from '#dashboard/api/session.ts'
import { type Column, DataTable } from '#dashboard/components/data-table.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Avatar } from '#dashboard/ui/avatar.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import type { Member } from './member.ts'
import { MemberRole } from './member-role.tsx'
import { RemoveMember } from './remove-member.tsx'
import { roleNames } from './role-names.ts'

/** The members; undefined while loading. Roles that the signed-in member may not change are shown as text. */
export function MemberTable({ members }: { members: readonly Member[] | undefined }) {
  const { user } = useSession()
  const { role: ownRole } = useOrganization()
  const mayChange = usePermissions().may('updateMember')
  const owners = members?.filter(({ role }) => role === 'owner').length ?? 0
  const isSelf = (member: Member) => member.user_id === user.id
  const isLastOwner = ({ role }: Member) => role === 'owner' && owners === 1
  const isWithinReach = (member: Member) => mayChange && isAtLeast(ownRole, member.role)
  const columns: readonly Column<Member>[] = [
    {
      id: 'name',
      header: 'Name',
      className: 'w-full max-w-0',
      cell: (member) => (
        <span className="flex items-center gap-3">
          <Avatar name={member.name} className="max-sm:hidden" />
          <span className="min-w-0">
            <span className="block truncate font-medium">
              {member.name}
              {isSelf(member) && <span className="font-normal text-muted"> (you)</span>}
            </span>
            <span className="block truncate text-muted text-sm" title={member.email}>
              {member.email}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'seen',
      header: 'Last here',
      from: 'lg',
      className: 'whitespace-nowrap text-muted',
      cell: ({ is_online, availability, last_seen_at }) =>
        is_online ? (
          <Online isAway={availability === 'away'} />
        ) : last_seen_at ? (
          <RelativeTime value={last_seen_at} />
        ) : (
          'Not yet'
        ),
    },
    {
      id: 'role',
      header: 'Role',
      className: 'whitespace-nowrap',
      cell: (member) =>
        isWithinReach(member) && !isLastOwner(member) ? (
          <MemberRole member={member} isSelf={isSelf(member)} />
        ) : (
          <span title={roleNames[member.role].text}>{roleNames[member.role].label}</span>
        ),
    },
    {
      id: 'remove',
      header: <span className="sr-only">Remove</span>,
      className: 'w-0 pl-0',
      cell: (member) =>
        (isWithinReach(member) || isSelf(member)) &&
        !isLastOwner(member) && <RemoveMember member={member} isSelf={isSelf(member)} />,
    },
  ]
  return (
    <DataTable label="Members" columns={columns} rows={members} rowKey={({ user_id }) => user_id} skeletonRows={2} />
  )
}

function Online({ isAway }: { isAway: boolean }) {
  return (
    <span className="flex items-center gap-2 text-ink">
      <span aria-hidden className={cn('size-2 rounded-full', isAway ? 'bg-muted' : 'bg-success')} />
      {isAway ? 'Away' : 'Online'}
    </span>
  )
}

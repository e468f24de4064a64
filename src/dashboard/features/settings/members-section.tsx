import { getRouteApi } from '@tanstack/react-router'
import UserPlus from 'lucide-react/icons/user-plus'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { MemberTable } from './member-table.tsx'
import { SettingsSection } from './settings-section.tsx'

const route = getRouteApi('/_app/settings/members')
const InvitationList = late(() => import('./invitation-list.tsx'), 'InvitationList')
const RespondersTeach = late(() => import('./responders-teach.tsx'), 'RespondersTeach')
const InviteDialog = late(() => import('./invite-dialog.tsx'), 'InviteDialog')

const SEEN_EVERY_MS = 60_000 // milliseconds; the server notes once a minute who is online, without an event

export function MembersSection() {
  const { invite } = route.useSearch()
  const navigate = route.useNavigate()
  const { name } = useOrganization()
  const { may } = usePermissions()
  const mayInvite = may('createInvitation')
  const members = api.listMembers.useQuery({ refetchInterval: SEEN_EVERY_MS })
  const showDialog = (shown: boolean) => void navigate({ search: shown ? { invite: true } : {}, resetScroll: false })
  useShortcut('n', 'Invite somebody', () => showDialog(true), { enabled: mayInvite })
  return (
    <SettingsSection
      title="Members"
      description={`Who works with ${name}, and what each may do.`}
      actions={
        mayInvite && (
          <Button
            variant="primary"
            onClick={() => showDialog(true)}
            onPointerEnter={InviteDialog.preload}
            onFocus={InviteDialog.preload}
          >
            <UserPlus aria-hidden /> Invite
          </Button>
        )
      }
    >
      {members.data === undefined && members.error ? (
        <ErrorState error={members.error} onRetry={() => void members.refetch()} />
      ) : (
        <MemberTable members={members.data} />
      )}
      {may('updateOrganization') && members.data && <RespondersTeach />}
      {mayInvite && <InvitationList />}
      {invite && mayInvite && <InviteDialog onClose={() => showDialog(false)} />}
    </SettingsSection>
  )
}

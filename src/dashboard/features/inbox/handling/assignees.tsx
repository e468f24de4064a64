import UserX from 'lucide-react/icons/user-x'
import { api } from '#dashboard/api/api.ts'
import { useSession } from '#dashboard/api/session.ts'
import { Avatar } from '#dashboard/ui/avatar.tsx'
import { asAssignee, type Line } from '../list/lines.ts'
import { Choice, Choices } from './choices.tsx'

interface AssigneesProps {
  /** The present assignee; null for nobody; undefined where several conversations have different ones. */
  given: Line['assignee'] | undefined
  onChoose: (assignee: Line['assignee']) => void
}

export function Assignees({ given, onChoose }: AssigneesProps) {
  const { user } = useSession()
  const members = api.listMembers.useQuery().data ?? []
  const others = members.filter(({ user_id }) => user_id !== user.id)
  return (
    <Choices label="Members" placeholder="Find a member…" empty="Nobody by that name.">
      <Choice value={`${user.name} me`} chosen={given?.user_id === user.id} onSelect={() => onChoose(asAssignee(user))}>
        <Avatar name={user.name} size="sm" />
        <span className="truncate">
          {user.name} <span className="text-muted">(you)</span>
        </span>
      </Choice>
      {others.map(({ user_id, name, email }) => (
        <Choice
          key={user_id}
          value={`${name} ${email}`}
          chosen={given?.user_id === user_id}
          onSelect={() => onChoose({ user_id, name })}
        >
          <Avatar name={name} size="sm" />
          <span className="truncate">{name}</span>
        </Choice>
      ))}
      <Choice value="Nobody" chosen={given === null} onSelect={() => onChoose(null)}>
        <UserX aria-hidden className="size-4 shrink-0 text-muted" />
        Nobody
      </Choice>
    </Choices>
  )
}

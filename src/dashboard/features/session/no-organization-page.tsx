import { useSession } from '#dashboard/api/session.ts'
import { Entrance } from './entrance.tsx'
import { SignOutButton } from './sign-out-button.tsx'

/** For a signed-in person who has left their last organization or was removed from it. */
export function NoOrganizationPage() {
  const { user } = useSession()
  return (
    <Entrance
      title="You belong to no organization"
      description={`Ask one of its members to invite ${user.email}, and open the link they give you.`}
    >
      <div className="flex flex-col gap-4">
        <SignOutButton label="Sign out" />
      </div>
    </Entrance>
  )
}

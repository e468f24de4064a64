import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { describeUserAgent } from '#dashboard/lib/user-agent.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'

export function SessionsCard() {
  const sessions = api.listSessions.useQuery()
  return (
    <Card title="Where you are signed in">
      {sessions.error && <ErrorNotice error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <ul className="-my-2 divide-y divide-line">
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  )
}

function SessionRow({ session }: { session: Data<'listSessions'>[number] }) {
  const end = api.endSession.useMutation()
  const browser = describeUserAgent(session.user_agent)
  return (
    <li className="py-2.5">
      <div className="flex min-h-control items-center justify-between gap-3">
        <p className="min-w-0">
          <span className="block truncate font-medium" title={session.user_agent ?? undefined}>
            {browser}
          </span>
          <span className="block text-muted text-sm">
            Signed in <RelativeTime value={session.created_at} />
          </span>
        </p>
        {session.is_current ? (
          <Badge>This browser</Badge>
        ) : (
          <Button
            size="sm"
            pending={end.isPending}
            aria-label={`Sign out of ${browser}`}
            onClick={() => end.mutate({ params: { session: session.id } })}
          >
            Sign out
          </Button>
        )}
      </div>
      {end.error && <ErrorNotice error={end.error} className="mt-2" />}
    </li>
  )
}

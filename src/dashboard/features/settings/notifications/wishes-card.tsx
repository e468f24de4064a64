import { type NotificationChannel, type NotificationKind, notificationChannels } from '#contract/enums.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { Card } from '#dashboard/components/card.tsx'
import { useSettle } from '#dashboard/components/use-settle.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

const channelNames: Record<NotificationChannel, string> = {
  list: 'List',
  desktop: 'Desktop',
  sound: 'Sound',
  mail: 'Mail',
  push: 'Push',
}

const forEverybody: [NotificationKind, title: string, text: string][] = [
  ['mention', 'You are mentioned', 'In a note for the team.'],
  ['assigned', 'A conversation is assigned to you', 'By somebody else, or by a program.'],
  ['visitor_wrote', 'A visitor of yours writes', 'While you are not looking at it.'],
  ['waiting', 'A visitor waits', 'And the conversation is yours or nobody’s.'],
  ['note', 'A note is written', 'In a conversation that you follow.'],
]
const forAdmins: typeof forEverybody = [
  ['check_broke', 'A check breaks', 'A reply that was right no longer is.'],
  ['plan_waiting', 'A website has changed', 'And you decide what the agent learns.'],
  ['account_failing', 'Something connected fails', 'A webhook’s receiver, a mailbox, or an account for AI models.'],
]

const forOperators: typeof forEverybody = [
  [
    'alarm',
    'The server needs somebody',
    'Backups, disk, jobs and what else Settings → System shows; and when it is over.',
  ],
]

/** One row of the table, where the card is wide enough for it. */
const columns = '@lg:grid @lg:grid-cols-[minmax(0,1fr)_repeat(5,4rem)] @lg:items-center'

/** Which kinds of news reach the member by which ways. `lacking`: the ways that this server can't offer. */
export function WishesCard({ lacking }: { lacking: readonly NotificationChannel[] }) {
  const [settings, settle] = useSettle()
  const isOperator = useOrganization().runs_server ?? false
  const kinds = [
    ...forEverybody,
    ...(usePermissions().may('createCheck') ? forAdmins : []),
    ...(isOperator ? forOperators : []),
  ]
  if (!settings)
    return (
      <Card title="What you are told">
        <Skeleton className="h-96 w-full" />
      </Card>
    )
  return (
    <Card title="What you are told">
      <div className="@container">
        <div aria-hidden className={`hidden pb-1 text-center text-muted text-sm ${columns}`}>
          <span />
          {notificationChannels.map((channel) => (
            <span key={channel}>{channelNames[channel]}</span>
          ))}
        </div>
        <div className="divide-y divide-line">
          {kinds.map(([kind, title, text]) => (
            <fieldset key={kind} aria-labelledby={`told-${kind}`} className={`py-3 last:pb-0 ${columns}`}>
              <div className="@lg:pr-4">
                <p id={`told-${kind}`} className="font-medium">
                  {title}
                </p>
                <p className="text-muted text-sm">{text}</p>
              </div>
              <div className="mt-2 flex gap-5 @lg:contents">
                {notificationChannels.map((channel) =>
                  lacking.includes(channel) ? (
                    <span key={channel} aria-hidden className="hidden text-center text-muted @lg:block">
                      –
                    </span>
                  ) : (
                    <label
                      key={channel}
                      htmlFor={`told-${kind}-${channel}`}
                      className="flex cursor-pointer flex-col items-center gap-1 py-1.5"
                    >
                      <Checkbox
                        id={`told-${kind}-${channel}`}
                        checked={settings.notifications.kinds[kind][channel]}
                        onChange={({ target }) =>
                          settle({ notifications: { kinds: { [kind]: { [channel]: target.checked } } } })
                        }
                      />
                      <span className="text-muted text-sm @lg:sr-only">{channelNames[channel]}</span>
                    </label>
                  ),
                )}
              </div>
            </fieldset>
          ))}
        </div>
      </div>
    </Card>
  )
}

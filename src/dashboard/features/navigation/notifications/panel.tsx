import { Link } from '@tanstack/react-router'
import BellOff from 'lucide-react/icons/bell-off'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useAgents } from '#dashboard/api/use-agents.ts'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { PanelSkeleton } from '#dashboard/components/panel-skeleton.tsx'
import { tellError } from '#dashboard/components/tell-error.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import { Button, buttonVariants } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Sheet } from '#dashboard/ui/sheet.tsx'
import { notificationsShown } from '../shown.ts'
import { iconOf, pathOf, sentenceOf } from './sentence.ts'
import { type Notification, PAGE, useNotifications } from './use-notifications.ts'

const MOST = 100 // notifications that the panel shows at most

/** The member's notifications in a sheet. What one opens is read, and the sheet closes. */
export function NotificationsPanel() {
  const shown = useStore(notificationsShown)
  return (
    <Sheet
      open={shown}
      onOpenChange={(open) => notificationsShown.set(open)}
      title="Notifications"
      className="max-w-md"
    >
      <NotificationList />
    </Sheet>
  )
}

function NotificationList() {
  const [limit, setLimit] = useState(PAGE)
  const query = useNotifications(limit)
  const agents = useAgents().data ?? []
  const onError = (error: unknown) => tellError(error, 'The notifications are still unread')
  const read = api.readNotifications.useMutation({ onError })
  const { data } = query
  if (!data) return <NotLoaded query={query} large placeholder={<PanelSkeleton what="the notifications" />} />
  const { items, unread } = data
  if (items.length === 0)
    return (
      <EmptyState icon={BellOff} title="Nothing has happened yet">
        When you are mentioned or assigned, or a visitor needs you, it is listed here.
      </EmptyState>
    )
  const open = ({ id, read_at }: Notification) => {
    if (read_at === null) read.mutate({ body: { ids: [id] } })
    notificationsShown.set(false)
  }
  return (
    <>
      <div className="flex min-h-control items-center justify-between gap-2 border-line border-b bg-canvas px-5 py-1.5">
        <Link
          to="/settings/notifications"
          onClick={() => notificationsShown.set(false)}
          className={cn(buttonVariants({ variant: 'ghost', size: 'sm' }), '-ml-2')}
        >
          Settings
        </Link>
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2"
          disabled={unread === 0 || read.isPending}
          onClick={() => read.mutate({ body: { all: true } })}
        >
          Mark all as read
        </Button>
      </div>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Line
              item={item}
              agentName={agents.length > 1 ? agents.find(({ id }) => id === item.agent_id)?.name : undefined}
              onOpen={() => open(item)}
            />
          </li>
        ))}
      </ul>
      {items.length === limit && limit < MOST && (
        <div className="p-3 text-center">
          <Button variant="ghost" onClick={() => setLimit(MOST)}>
            Show earlier ones
          </Button>
        </div>
      )}
    </>
  )
}

interface LineProps {
  item: Notification
  /** Undefined where there is only one agent, or none is told of. */
  agentName: string | undefined
  onOpen: () => void
}

function Line({ item, agentName, onOpen }: LineProps) {
  const Icon = iconOf(item)
  const visitor = item.chat_user && visitorName(item.chat_user)
  const whereabouts = [visitor, agentName].filter((name) => name && name !== item.excerpt)
  const isUnread = item.read_at === null
  return (
    <Link
      to={pathOf(item)}
      onClick={onOpen}
      className="relative flex gap-3 border-line border-b py-3 pr-5 pl-8 hover:bg-hover focus-visible:outline-offset-[-2px]"
    >
      {isUnread && <span aria-hidden className="absolute top-[18px] left-3 size-2 rounded-full bg-ink" />}
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          {isUnread && <span className="sr-only">Unread: </span>}
          <span className={cn('min-w-0 flex-1', isUnread ? 'font-semibold' : 'font-medium')}>{sentenceOf(item)}</span>
          <RelativeTime value={item.created_at} className="shrink-0 text-muted text-xs" />
        </span>
        {whereabouts.length > 0 && (
          <span className="block truncate text-ink-soft text-sm">{whereabouts.join(' · ')}</span>
        )}
        {item.excerpt !== '' && <span className="line-clamp-2 break-words text-muted text-sm">{item.excerpt}</span>}
        {item.detail !== null && <span className="line-clamp-3 break-words text-muted text-sm">{item.detail}</span>}
      </span>
    </Link>
  )
}

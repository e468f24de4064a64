import Bell from 'lucide-react/icons/bell'
import { cn } from '#dashboard/lib/cn.ts'
import { shortCount } from '#dashboard/lib/sizes.ts'
import { Tooltip } from '#dashboard/ui/tooltip.tsx'
import { notificationsShown } from '../shown.ts'
import { useNotifications } from './use-notifications.ts'

/** Opens the list of notifications, and shows how many are unread; as a row of the rail, or as an icon alone. */
export function NotificationBell({ iconOnly = false, side }: { iconOnly?: boolean; side: 'right' | 'bottom' }) {
  const unread = useNotifications().data?.unread ?? 0
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => notificationsShown.set(true)}
      className={cn(
        'relative flex h-8 items-center gap-2.5 rounded px-2 font-medium text-ink-soft transition-colors duration-100 hover:bg-hover max-sm:h-10',
        iconOnly ? 'w-8 justify-center px-0 max-sm:w-10' : 'w-full text-left',
      )}
    >
      <Bell aria-hidden className="size-4 shrink-0" />
      <span className={cn('flex-1 truncate', iconOnly && 'sr-only')}>Notifications</span>
      {unread > 0 && (
        <>
          <span className="sr-only">, {shortCount(unread)} unread</span>
          <span
            aria-hidden
            className={cn(
              'font-semibold text-xs tabular-nums',
              iconOnly
                ? '-top-1 max-sm:top-0.5 absolute left-[1.125rem] max-sm:right-0 max-sm:left-auto min-w-4 rounded-full bg-ink px-1 text-center text-[10px] text-on-ink leading-4'
                : 'text-ink',
            )}
          >
            {shortCount(unread)}
          </span>
        </>
      )}
    </button>
  )
  if (!iconOnly) return button
  return (
    <Tooltip label="Notifications" keys="g n" side={side}>
      {button}
    </Tooltip>
  )
}

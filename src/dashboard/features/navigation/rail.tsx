import PanelLeft from 'lucide-react/icons/panel-left'
import { useState } from 'react'
import { Logo } from '#dashboard/components/logo.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { readStored, writeStored } from '#dashboard/lib/stored.ts'
import { useMediaQuery } from '#dashboard/lib/use-media-query.ts'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { NotificationBell } from './notifications/bell.tsx'
import { RailLinks } from './rail-links.tsx'

/**
 * The navigation in windows of at least 640 px; narrower ones have `PhoneBar`. From 1,024 px the browser remembers
 * whether it is collapsed; below that, it shows only icons until it is expanded.
 */
export function Rail({ waiting }: { waiting: number }) {
  const hasRoom = useMediaQuery('(min-width: 64rem)')
  const isShown = useMediaQuery('(min-width: 40rem)')
  const [habit, setHabit] = useState(() => readStored('rail') === 'collapsed')
  const [widened, setWidened] = useState(false)
  const collapsed = hasRoom ? habit : !widened
  const toggle = () => {
    if (!hasRoom) return setWidened(!widened)
    writeStored('rail', collapsed ? 'open' : 'collapsed')
    setHabit(!habit)
  }
  useShortcut('[', collapsed ? 'Widen the navigation' : 'Narrow the navigation', toggle, { enabled: isShown })
  return (
    <header
      className={cn(
        'flex shrink-0 flex-col gap-4 border-line border-r bg-canvas p-2 max-sm:hidden',
        collapsed ? 'w-[calc(3rem+1px)] items-center' : 'w-56',
      )}
    >
      <div className={cn('flex items-center gap-2 pt-1', collapsed ? 'flex-col' : 'pl-1.5')}>
        <Logo className="size-5" />
        <span className={cn('flex-1 font-semibold tracking-tight', collapsed && 'sr-only')}>Baton</span>
        <IconButton
          size="sm"
          icon={PanelLeft}
          label={collapsed ? 'Widen the navigation' : 'Narrow the navigation'}
          keys="["
          onClick={toggle}
        />
      </div>
      <nav aria-label="Main" className="flex-1">
        <RailLinks collapsed={collapsed} waiting={waiting} />
      </nav>
      <div className={cn('flex flex-col gap-2', collapsed && 'items-center')}>
        <NotificationBell iconOnly={collapsed} side="right" />
        <AccountMenu collapsed={collapsed} />
      </div>
    </header>
  )
}

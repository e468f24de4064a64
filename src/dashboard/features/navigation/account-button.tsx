import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { ComponentProps } from 'react'
import { useOwnSettings } from '#dashboard/api/own-settings.ts'
import { useOrganization, useSession } from '#dashboard/api/session.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { Avatar } from '#dashboard/ui/avatar.tsx'

export function AccountButton({ collapsed, ...props }: ComponentProps<'button'> & { collapsed: boolean }) {
  const { user } = useSession()
  const organization = useOrganization()
  const isAway = useOwnSettings()?.availability === 'away'
  return (
    <button
      type="button"
      {...props}
      className={cn(
        'flex items-center gap-2.5 rounded text-left hover:bg-hover data-[state=open]:bg-hover',
        collapsed ? 'p-0.5' : 'w-full p-1.5',
      )}
    >
      <Avatar name={user.name} />
      <span className={cn('min-w-0 flex-1', collapsed && 'sr-only')}>
        <span className="block truncate font-medium">{organization.name}</span>
        <span className="block truncate text-muted text-xs">
          {user.name}
          {isAway && ' · Away'}
        </span>
      </span>
      {!collapsed && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />}
    </button>
  )
}

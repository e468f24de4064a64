import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { ComponentProps } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { Avatar } from '#dashboard/ui/avatar.tsx'

export interface AccountButtonProps extends ComponentProps<'button'> {
  collapsed: boolean
  userName: string
  organizationName: string
  isAway: boolean
}

export function AccountButton({
  collapsed,
  userName,
  organizationName,
  isAway,
  className,
  ...props
}: AccountButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={cn(
        'flex items-center gap-2.5 rounded text-left hover:bg-hover data-[state=open]:bg-hover',
        collapsed ? 'p-0.5' : 'w-full p-1.5',
        className,
      )}
    >
      <Avatar name={userName} />
      <span className={cn('min-w-0 flex-1', collapsed && 'sr-only')}>
        <span className="block truncate font-medium">{organizationName}</span>
        <span className="block truncate text-muted text-xs">
          {userName}
          {isAway && ' · Away'}
        </span>
      </span>
      {!collapsed && <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />}
    </button>
  )
}

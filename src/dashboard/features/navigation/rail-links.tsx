import { Link, useLocation } from '@tanstack/react-router'
import { cn } from '#dashboard/lib/cn.ts'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { shortCount } from '#dashboard/lib/sizes.ts'
import { Tooltip } from '#dashboard/ui/tooltip.tsx'
import { railEntries } from './rail-entries.ts'

interface RailLinksProps {
  collapsed?: boolean
  waiting: number
  onNavigate?: () => void
}

export function RailLinks({ collapsed = false, waiting, onNavigate }: RailLinksProps) {
  const entries = useExistingRoutes(railEntries)
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <ul className="flex flex-col gap-0.5">
      {entries.map(({ link: target, label, icon: Icon, keys, counted, except }) => {
        const count = counted && waiting > 0 ? waiting : undefined
        const link = (
          <Link
            {...target}
            activeOptions={{ exact: except !== undefined && path.startsWith(except), includeSearch: false }}
            onClick={onNavigate}
            className={cn(
              'relative flex h-8 items-center gap-2.5 rounded px-2 font-medium text-ink-soft transition-colors duration-100 hover:bg-hover data-[status=active]:bg-hover data-[status=active]:text-ink max-sm:h-10',
              collapsed && 'w-8 justify-center px-0',
            )}
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            <span className={cn('flex-1 truncate', collapsed && 'sr-only')}>{label}</span>
            {count && <Count value={count} dot={collapsed} />}
          </Link>
        )
        return (
          <li key={label}>
            {collapsed ? (
              <Tooltip label={label} keys={keys} side="right">
                {link}
              </Tooltip>
            ) : (
              link
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Count({ value, dot }: { value: number; dot: boolean }) {
  return (
    <>
      <span className="sr-only">, {shortCount(value)} waiting for a person</span>
      {dot ? (
        <span aria-hidden className="absolute top-1 right-1 size-2 rounded-full bg-human" />
      ) : (
        <span aria-hidden className="font-semibold text-human text-xs tabular-nums">
          {shortCount(value)}
        </span>
      )}
    </>
  )
}

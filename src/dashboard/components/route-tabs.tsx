import { Link, type LinkProps } from '@tanstack/react-router'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import type { ReactNode } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { tabClass, tabListClass } from '#dashboard/ui/tab-class.ts'

export interface RouteTab {
  label: string
  link: LinkProps
  /** Whether the tab counts as active only at its own address and not at addresses below it. */
  exact?: boolean
  badge?: ReactNode
  /** Set when the tab leads to another part of the dashboard, whose name it announces, such as "the inbox". */
  leadsTo?: string
}

/** Tabs that are links, each with an address of its own. */
export function RouteTabs({ label, tabs }: { label: string; tabs: readonly RouteTab[] }) {
  return (
    <nav aria-label={label} className={tabListClass}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...tab.link}
          activeOptions={{ exact: tab.exact ?? false, includeSearch: false }}
          className={cn(tabClass, tab.leadsTo && 'relative')}
        >
          {tab.label}
          {tab.badge}
          {tab.leadsTo && (
            <>
              <span className="sr-only"> in {tab.leadsTo}</span>
              <ArrowUpRight
                aria-hidden
                className="-ml-0.5 size-3.5 max-sm:absolute max-sm:top-2 max-sm:-right-2 max-sm:size-2.5"
              />
            </>
          )}
        </Link>
      ))}
    </nav>
  )
}

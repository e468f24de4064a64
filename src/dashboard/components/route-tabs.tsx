import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { tabClass, tabListClass } from '#dashboard/ui/tab-class.ts'

export interface RouteTab {
  label: string
  link: LinkProps
  /** Active at this address alone and not below it. */
  exact?: boolean
  badge?: ReactNode
}

/** Tabs that are addresses. */
export function RouteTabs({ label, tabs }: { label: string; tabs: readonly RouteTab[] }) {
  return (
    <nav aria-label={label} className={tabListClass}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          {...tab.link}
          activeOptions={{ exact: tab.exact ?? false, includeSearch: false }}
          className={tabClass}
        >
          {tab.label}
          {tab.badge}
        </Link>
      ))}
    </nav>
  )
}

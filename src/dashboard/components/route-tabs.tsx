import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cn } from '#dashboard/lib/cn.ts'
import { tabClass, tabListClass } from '#dashboard/ui/tab-class.ts'

export interface RouteTab {
  label: string
  link: LinkProps
  /** Whether the tab counts as active only at its own address and not at addresses below it. */
  exact?: boolean
  badge?: ReactNode
}

// `data-cut` (see `useCutEdges`) names the edges at which tabs are out of view, where the row fades.
const fadeClass =
  'scroll-px-8 data-[cut~=start]:[--start:2rem] data-[cut~=end]:[--end:2rem] [mask-image:linear-gradient(to_right,transparent,black_var(--start,0px),black_calc(100%-var(--end,0px)),transparent)]'

/** Tabs that are links. When the address changes, the active one is scrolled into view. */
export function RouteTabs({ label, tabs }: { label: string; tabs: readonly RouteTab[] }) {
  const row = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is active at another path
  useEffect(() => {
    row.current?.querySelector('[data-status=active]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [path])
  useCutEdges(row)
  return (
    <nav ref={row} aria-label={label} className={cn(tabListClass, fadeClass)}>
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

/** Notes at which edges of a row some of it is out of view: `data-cut` is "start", "end", both or neither. */
function useCutEdges(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current
    if (!element) return
    const note = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const isCut = { start: scrollLeft > 1, end: scrollLeft + clientWidth < scrollWidth - 1 }
      element.dataset.cut = cn(isCut.start && 'start', isCut.end && 'end')
    }
    const observer = new ResizeObserver(note)
    observer.observe(element)
    element.addEventListener('scroll', note, { passive: true })
    note()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', note)
    }
  }, [row])
}

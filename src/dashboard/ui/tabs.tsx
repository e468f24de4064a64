import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '#dashboard/lib/cn.ts'

/** For tabs within a page; tabs that are addresses are `components/route-tabs.tsx`, which look the same. */
export const Tabs = Radix.Root
export const TabsContent = Radix.Content

export const tabListClass = 'flex gap-4 overflow-x-auto border-line border-b [scrollbar-width:none]'
export const tabClass =
  '-mb-px flex h-9 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-0.5 font-medium text-muted transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:text-ink data-[status=active]:border-ink data-[status=active]:text-ink'

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return <Radix.List {...props} className={cn(tabListClass, className)} />
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger {...props} className={cn(tabClass, className)} />
}

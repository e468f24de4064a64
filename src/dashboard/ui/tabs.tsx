import * as Radix from '@radix-ui/react-tabs'
import type { ComponentProps } from 'react'
import { tabClass, tabListClass } from './tab-class.ts'

/** Tabs within a page. Tabs that are links are in `components/route-tabs.tsx` and look alike. */
export const Tabs = Radix.Root
export const TabsContent = Radix.Content

export function TabsList(props: ComponentProps<typeof Radix.List>) {
  return <Radix.List {...props} className={tabListClass} />
}

export function TabsTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger {...props} className={tabClass} />
}

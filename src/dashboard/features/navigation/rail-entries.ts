import type { LucideIcon } from 'lucide-react'
import Bot from 'lucide-react/icons/bot'
import Braces from 'lucide-react/icons/braces'
import ChartColumn from 'lucide-react/icons/chart-column'
import Globe from 'lucide-react/icons/globe'
import Inbox from 'lucide-react/icons/inbox'
import KeyRound from 'lucide-react/icons/key-round'
import Settings from 'lucide-react/icons/settings'
import type { RouteName } from '#contract/routes.ts'

export interface RailEntry {
  path: string
  label: string
  icon: LucideIcon
  keys: string
  /** The operation that the entry's screen is for. People whose role does not allow it don't see the entry. */
  needs?: RouteName
  /** Shows how many visitors wait for the signed-in person or for nobody in particular. */
  counted?: true
  /** Path of another entry that is below this one's path. While it is open, this entry is not marked as current. */
  except?: string
}

/** Entries of the navigation, in order. `useExistingRoutes` leaves out those that the user can't open. */
export const railEntries: readonly RailEntry[] = [
  { path: '/overview', label: 'Overview', icon: ChartColumn, keys: 'g o' },
  { path: '/inbox', label: 'Inbox', icon: Inbox, keys: 'g i', counted: true },
  { path: '/agents', label: 'Agents', icon: Bot, keys: 'g a' },
  { path: '/crawls', label: 'Websites', icon: Globe, keys: 'g c', needs: 'createSite' },
  { path: '/settings/api-keys', label: 'API keys', icon: KeyRound, keys: 'g k', needs: 'listApiKeys' },
  { path: '/developers', label: 'Developers', icon: Braces, keys: 'g d' },
  { path: '/settings', label: 'Settings', icon: Settings, keys: 'g s', except: '/settings/api-keys' },
]

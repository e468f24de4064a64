import type { LucideIcon } from 'lucide-react'
import Bot from 'lucide-react/icons/bot'
import Braces from 'lucide-react/icons/braces'
import Globe from 'lucide-react/icons/globe'
import Inbox from 'lucide-react/icons/inbox'
import KeyRound from 'lucide-react/icons/key-round'
import Settings from 'lucide-react/icons/settings'

export interface RailEntry {
  path: string
  label: string
  icon: LucideIcon
  /** Shortcut that opens the entry's screen. */
  keys: string
  /** Whether the entry shows the number of visitors who wait for a person. */
  counted?: true
  /** Whether only this exact address marks the entry as active, as another entry's address is below it. */
  exact?: true
}

/** Entries of the navigation, in order; one whose route does not exist is not shown. */
export const railEntries: readonly RailEntry[] = [
  { path: '/inbox', label: 'Inbox', icon: Inbox, keys: 'g i', counted: true },
  { path: '/agents', label: 'Agents', icon: Bot, keys: 'g a' },
  { path: '/crawls', label: 'Crawls', icon: Globe, keys: 'g c' },
  { path: '/settings/api-keys', label: 'API keys', icon: KeyRound, keys: 'g k' },
  { path: '/developers', label: 'Developers', icon: Braces, keys: 'g d' },
  { path: '/settings', label: 'Settings', icon: Settings, keys: 'g s', exact: true },
]

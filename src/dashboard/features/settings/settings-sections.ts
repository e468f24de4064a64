import type { LucideIcon } from 'lucide-react'
import Bell from 'lucide-react/icons/bell'
import Building2 from 'lucide-react/icons/building-2'
import CircleUser from 'lucide-react/icons/circle-user'
import Gauge from 'lucide-react/icons/gauge'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Users from 'lucide-react/icons/users'
import type { RouteName } from '#contract/routes.ts'

export interface SettingsEntry {
  path: string
  label: string
  icon: LucideIcon
  /** What it is for, where not everybody may do it. */
  needs?: RouteName
}

/** The sections of the settings, in two groups. One whose route does not exist is not shown. */
export const settingsGroups: readonly { title: string; entries: readonly SettingsEntry[] }[] = [
  {
    title: 'You',
    entries: [
      { path: '/settings/profile', label: 'Profile', icon: CircleUser },
      { path: '/settings/security', label: 'Security', icon: ShieldCheck },
      { path: '/settings/notifications', label: 'Notifications', icon: Bell },
    ],
  },
  {
    title: 'Organization',
    entries: [
      { path: '/settings/organization', label: 'Organization', icon: Building2, needs: 'updateOrganization' },
      { path: '/settings/members', label: 'Members', icon: Users },
      { path: '/settings/plan', label: 'Plan and usage', icon: Gauge, needs: 'updateOrganization' },
    ],
  },
]

/** Where the window is this wide, the list of sections stands beside the open one. */
export const BESIDE_CONTENT = '(width >= 48rem)'

/** What the settings begin with. */
export const firstSection = { to: '/settings/profile' } as const

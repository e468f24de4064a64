import type { RouteName } from '#contract/routes.ts'

export interface SettingsEntry {
  path: string
  label: string
  /** The operation that the section is for, if not every role allows it. */
  needs?: RouteName
}

/** The sections of the settings, in groups. Of these, `useExistingRoutes` keeps what can be shown. */
export const settingsGroups: readonly { title: string; entries: readonly SettingsEntry[] }[] = [
  {
    title: 'You',
    entries: [
      { path: '/settings/profile', label: 'Profile' },
      { path: '/settings/security', label: 'Security' },
      { path: '/settings/notifications', label: 'Notifications' },
    ],
  },
  {
    title: 'Organization',
    entries: [
      { path: '/settings/organization', label: 'Organization', needs: 'updateOrganization' },
      { path: '/settings/members', label: 'Members' },
      { path: '/settings/labels', label: 'Labels' },
      { path: '/settings/saved-replies', label: 'Saved replies' },
      { path: '/settings/mailboxes', label: 'Mailboxes' },
      { path: '/settings/models', label: 'Models' },
      { path: '/settings/hours', label: 'Working hours', needs: 'updateOrganization' },
      { path: '/settings/plan', label: 'Plan and usage', needs: 'updateOrganization' },
      { path: '/settings/audit', label: 'Audit log', needs: 'listAuditLog' },
      { path: '/settings/privacy', label: 'Privacy', needs: 'eraseVisitors' },
    ],
  },
  { title: 'Installation', entries: [{ path: '/settings/system', label: 'System', needs: 'getSystem' }] },
]

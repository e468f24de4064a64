import { useNavigate } from '@tanstack/react-router'
import { useOrganization } from '#dashboard/api/session.ts'
import { useSettle } from '#dashboard/components/use-settle.ts'
import { newMail } from '#dashboard/lib/new-mail.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { registeredShortcuts, type Shortcut } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { chooseTheme, themeChoice } from '#dashboard/lib/theme.ts'
import { groupOf, type ShortcutGroup } from '../shortcut-groups.ts'
import { useSignOut } from '../use-sign-out.ts'
import { fitting } from './matching.ts'

/** The matching actions of the open screen, links to screens, and those that work everywhere. */
export function useActions(typed: string): Record<ShortcutGroup, Shortcut[]> {
  const known = useStore(registeredShortcuts).filter(({ keys }) => keys !== 'mod+k')
  const of = (group: ShortcutGroup) => known.filter((shortcut) => groupOf(shortcut) === group)
  // Of equal labels the one registered last wins, as with shortcuts. It belongs to what lies on top, so it comes first.
  const latest = of('page').toReversed()
  const acts = latest.filter(({ label }, at) => latest.findIndex((act) => act.label === label) === at)
  const keyed = [...acts.filter(({ keys }) => keys !== ''), ...acts.filter(({ keys }) => keys === '')]
  const labelOf = ({ label }: Shortcut) => label
  const account = useAccountActions()
  const views = useViews(typed)
  const makes = useMakes(acts)
  return {
    page: fitting(keyed, typed, labelOf),
    place: fitting([...of('place'), ...views], typed, labelOf),
    everywhere: fitting([...of('everywhere'), ...makes, ...account], typed, labelOf),
  }
}

const act = (label: string, run: () => void): Shortcut => ({ keys: '', label, run })

/** Views of the inbox, which are listed only for somebody who looks for them. */
function useViews(typed: string): Shortcut[] {
  const navigate = useNavigate()
  if (typed === '') return []
  return [
    act('Unassigned conversations', () => void navigate({ to: '/inbox', search: { view: 'unassigned' } })),
    act('Snoozed conversations', () => void navigate({ to: '/inbox', search: { view: 'snoozed' } })),
    act('Closed conversations', () => void navigate({ to: '/inbox', search: { view: 'closed' } })),
  ]
}

/** What can be made from every screen and not only from the one that lists it, which offers it by itself. */
function useMakes(offered: readonly Shortcut[]): Shortcut[] {
  const navigate = useNavigate()
  const { may } = usePermissions()
  const { plan } = useOrganization()
  const makes: Shortcut[] = []
  const writeMail = () => {
    newMail.set('empty')
    void navigate({ to: '/inbox' })
  }
  if (may('beginByEmail')) makes.push(act('New mail', writeMail))
  if (may('createInvitation'))
    makes.push(act('Invite somebody', () => void navigate({ to: '/settings/members', search: { invite: true } })))
  if (may('createApiKey') && plan !== 'free')
    makes.push(act('New API key', () => void navigate({ to: '/settings/api-keys', search: { new: true } })))
  return makes.filter(({ label }) => !offered.some((other) => other.label === label))
}

/** Actions that the account menu offers too: availability, theme and signing out. */
function useAccountActions(): Shortcut[] {
  const [settings, settle] = useSettle()
  const theme = useStore(themeChoice)
  const signOut = useSignOut()
  const isAway = settings?.availability === 'away'
  return [
    ...(settings
      ? [act(isAway ? 'Be available' : 'Be away', () => settle({ availability: isAway ? 'available' : 'away' }))]
      : []),
    ...(theme === 'light' ? [] : [act('Light theme', () => chooseTheme('light'))]),
    ...(theme === 'dark' ? [] : [act('Dark theme', () => chooseTheme('dark'))]),
    ...(theme === 'system' ? [] : [act('Theme as the system', () => chooseTheme('system'))]),
    act('Sign out', signOut),
  ]
}

import { useSettle } from '#dashboard/components/use-settle.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { registeredShortcuts, type Shortcut } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { chooseTheme, themeChoice } from '#dashboard/lib/theme.ts'
import { groupOf, type ShortcutGroup } from '../shortcut-groups.ts'
import { useSignOut } from '../use-sign-out.ts'
import { fitting } from './matching.ts'

/** What can be done that fits the typed words: what the screen offers, pages to go to, and what works everywhere. */
export function useActions(typed: string): Record<ShortcutGroup, Shortcut[]> {
  const known = useStore(registeredShortcuts).filter(({ keys }) => keys !== 'mod+k')
  const of = (group: ShortcutGroup) => known.filter((shortcut) => groupOf(shortcut) === group)
  // If two share a label, the one registered last wins, as with two that share a key. Those registered last belong to
  // what lies on top, such as an open panel, so they are listed first.
  const latest = of('page').toReversed()
  const acts = latest.filter(({ label }, at) => latest.findIndex((act) => act.label === label) === at)
  const keyed = [...acts.filter(({ keys }) => keys !== ''), ...acts.filter(({ keys }) => keys === '')]
  const labelOf = ({ label }: Shortcut) => label
  const account = useAccountActions()
  return {
    page: fitting(keyed, typed, labelOf),
    place: fitting(of('place'), typed, labelOf),
    everywhere: fitting([...of('everywhere'), ...account], typed, labelOf),
  }
}

/** What the menu of the account offers. */
function useAccountActions(): Shortcut[] {
  const [settings, settle] = useSettle()
  const { ownApi } = usePermissions()
  const theme = useStore(themeChoice)
  const signOut = useSignOut()
  const isAway = settings?.availability === 'away'
  const act = (label: string, run: () => void): Shortcut => ({ keys: '', label, run })
  return [
    ...(ownApi && settings
      ? [act(isAway ? 'Be available' : 'Be away', () => settle({ availability: isAway ? 'available' : 'away' }))]
      : []),
    ...(theme === 'light' ? [] : [act('Light theme', () => chooseTheme('light'))]),
    ...(theme === 'dark' ? [] : [act('Dark theme', () => chooseTheme('dark'))]),
    ...(theme === 'system' ? [] : [act('Theme as the system', () => chooseTheme('system'))]),
    act('Sign out', signOut),
  ]
}

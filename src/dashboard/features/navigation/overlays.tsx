import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { late } from '#dashboard/lib/late.tsx'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { type Store, useStore } from '#dashboard/lib/store.ts'
import { type RailEntry, railEntries } from './rail-entries.ts'
import { notificationsShown, paletteShown, shortcutsShown } from './shown.ts'

const CommandPalette = late(() => import('./palette/command-palette.tsx'), 'CommandPalette')
const NotificationsPanel = late(() => import('./notifications/panel.tsx'), 'NotificationsPanel')
const ShortcutsDialog = late(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog')

/**
 * Registers shortcuts that work on every screen, and renders the command palette, the list of notifications
 * and the dialog of all shortcuts.
 */
export function Overlays() {
  useShortcut('mod+k', 'Search and go anywhere', () => paletteShown.set(!paletteShown.get()), { whileTyping: true })
  useShortcut('?', 'Show keyboard shortcuts', () => shortcutsShown.set(true))
  useShortcut('g n', 'Show notifications', () => notificationsShown.set(true))
  const entries = useExistingRoutes(railEntries)
  return (
    <>
      {entries.map((entry) => (
        <GoTo key={entry.path} entry={entry} link={entry.link} />
      ))}
      <WhenShown shown={paletteShown}>
        <CommandPalette />
      </WhenShown>
      <WhenShown shown={notificationsShown}>
        <NotificationsPanel />
      </WhenShown>
      <WhenShown shown={shortcutsShown}>
        <ShortcutsDialog />
      </WhenShown>
    </>
  )
}

function GoTo({ entry, link }: { entry: RailEntry; link: LinkProps }) {
  const navigate = useNavigate()
  useShortcut(entry.keys, `Go to ${entry.label}`, () => void navigate(link))
  return null
}

/** Loads its children when first shown, and then keeps them mounted, so that they can animate when closing. */
function WhenShown({ shown, children }: { shown: Store<boolean>; children: ReactNode }) {
  const visible = useStore(shown)
  const [wanted, setWanted] = useState(visible)
  if (visible && !wanted) setWanted(true)
  return wanted && children
}

import { type LinkProps, lazyRouteComponent, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { type RailEntry, railEntries } from './rail-entries.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { paletteShown, shortcutsShown } from './shown.ts'

// Loaded on demand, as no first view needs it or its list, which filters as one types.
const CommandPalette = lazyRouteComponent(() => import('./palette/command-palette.tsx'), 'CommandPalette')

/** Registers shortcuts that work on every screen, and renders the command palette and the dialog of all shortcuts. */
export function Overlays() {
  useShortcut('mod+k', 'Search and go anywhere', () => paletteShown.set(!paletteShown.get()), { whileTyping: true })
  useShortcut('?', 'Show keyboard shortcuts', () => shortcutsShown.set(true))
  const entries = useExistingRoutes(railEntries)
  return (
    <>
      {entries.map((entry) => (
        <GoTo key={entry.path} entry={entry} link={entry.link} />
      ))}
      {useStore(paletteShown) && (
        <Suspense>
          <CommandPalette />
        </Suspense>
      )}
      <ShortcutsDialog />
    </>
  )
}

function GoTo({ entry, link }: { entry: RailEntry; link: LinkProps }) {
  const navigate = useNavigate()
  useShortcut(entry.keys, `Go to ${entry.label}`, () => void navigate(link))
  return null
}

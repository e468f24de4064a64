import { registeredShortcuts } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { Dialog, DialogBody, DialogContent } from '#dashboard/ui/dialog.tsx'
import { Kbd } from '#dashboard/ui/kbd.tsx'
import { shortcutsShown } from './shown.ts'

/** Lists what every key does on the page beneath. */
export function ShortcutsDialog() {
  const open = useStore(shortcutsShown)
  const shortcuts = useStore(registeredShortcuts)
  const unique = shortcuts.filter(
    ({ keys }, index) => shortcuts.findLastIndex((other) => other.keys === keys) === index,
  )
  return (
    <Dialog open={open} onOpenChange={shortcutsShown.set}>
      <DialogContent title="Keyboard shortcuts" description="What the keys do on this page." size="sm">
        <DialogBody>
          <dl className="divide-y divide-line">
            {unique.map(({ keys, label }) => (
              <div key={keys} className="flex items-center justify-between gap-4 py-2">
                <dt>{label}</dt>
                <dd>
                  <Kbd keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

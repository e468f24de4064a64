import { registeredShortcuts, type Shortcut } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { Dialog, DialogBody, DialogContent } from '#dashboard/ui/dialog.tsx'
import { Kbd } from '#dashboard/ui/kbd.tsx'
import { groupOf } from './shortcut-groups.ts'
import { shortcutsShown } from './shown.ts'

const titles = { page: 'On this page', place: 'Go to a page', everywhere: 'Everywhere' }

export function ShortcutsDialog() {
  const open = useStore(shortcutsShown)
  const shortcuts = useStore(registeredShortcuts)
  const unique = shortcuts.filter(
    ({ keys }, index) => keys !== '' && shortcuts.findLastIndex((other) => other.keys === keys) === index,
  )
  return (
    <Dialog open={open} onOpenChange={shortcutsShown.set}>
      <DialogContent title="Keyboard shortcuts" size="sm">
        <DialogBody className="flex flex-col gap-5">
          {(['page', 'place', 'everywhere'] as const).map((group) => {
            const held = unique.filter((shortcut) => groupOf(shortcut) === group)
            return held.length > 0 && <Group key={group} title={titles[group]} shortcuts={held} />
          })}
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-muted text-xs">{title}</h3>
      <dl className="divide-y divide-line border-line border-y">
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{label}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

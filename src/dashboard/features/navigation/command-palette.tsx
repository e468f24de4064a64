import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import type { LucideIcon } from 'lucide-react'
import Bot from 'lucide-react/icons/bot'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import type { ReactNode } from 'react'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { registeredShortcuts, type Shortcut } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { Dialog, DialogClose, DialogContent } from '#dashboard/ui/dialog.tsx'
import { Kbd } from '#dashboard/ui/kbd.tsx'
import { railEntries } from './rail-entries.ts'
import { groupOf } from './shortcut-groups.ts'
import { paletteShown } from './shown.ts'

const MOST_AGENTS = 100 // one page of the list; for more, the list at /agents has filters

/** A dialog to go to any screen, open any agent by name, and run the page's shortcuts. */
export function CommandPalette() {
  const open = useStore(paletteShown)
  return (
    <Dialog open={open} onOpenChange={paletteShown.set}>
      <DialogContent
        title={<span className="sr-only">Search and go anywhere</span>}
        closable={false}
        className="sm:top-[14dvh] [&>header]:p-0"
      >
        <Palette />
        <DialogClose data-escape className="hidden" />
      </DialogContent>
    </Dialog>
  )
}

function Palette() {
  const known = useStore(registeredShortcuts).filter(({ keys }) => keys !== 'mod+k')
  const places = known.filter((shortcut) => groupOf(shortcut) === 'place')
  // The latest registered first, as they belong to what was opened last.
  const acts = known.filter((shortcut) => groupOf(shortcut) === 'page').toReversed()
  const others = known.filter((shortcut) => groupOf(shortcut) === 'everywhere')
  const organization = useOrganization()
  const navigate = useNavigate()
  const agents = useQuery(
    api.listAgents.queryOptions({ params: { organization: organization.id }, query: { per_page: MOST_AGENTS } }),
  )
  const then = (act: () => void) => () => {
    paletteShown.set(false)
    // Run it after the dialog has returned the focus to the page.
    setTimeout(act)
  }
  return (
    <Command label="Commands" loop className="flex min-h-0 flex-col">
      <Command.Input
        placeholder="Go to a page, an agent, or do something…"
        className="h-12 w-full border-line border-b bg-transparent px-4 text-lg outline-none"
      />
      <Command.List className="max-h-[27.5rem] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-8 text-center text-muted">Nothing by that name.</Command.Empty>
        <Group heading="Pages">
          {places.map((place) => (
            <ShortcutItem
              key={place.keys}
              shortcut={place}
              icon={railEntries.find(({ keys }) => keys === place.keys)?.icon}
              onSelect={then(place.run)}
            />
          ))}
        </Group>
        <Group heading="On this page">
          {[...acts, ...others].map((act) => (
            <ShortcutItem key={act.keys} shortcut={act} onSelect={then(act.run)} />
          ))}
        </Group>
        {agents.data && agents.data.data.length > 0 && (
          <Group heading="Agents">
            {agents.data.data.map(({ id, name }) => (
              <Item
                key={id}
                value={`${name} ${id}`}
                onSelect={then(() => void navigate({ to: '/agents/$agentId', params: { agentId: id } }))}
              >
                <Bot aria-hidden className="size-4 shrink-0 text-muted" />
                <span className="truncate">{name}</span>
              </Item>
            ))}
          </Group>
        )}
      </Command.List>
    </Command>
  )
}

interface ShortcutItemProps {
  shortcut: Shortcut
  icon?: LucideIcon | undefined
  onSelect: () => void
}

function ShortcutItem({ shortcut: { keys, label }, icon: Icon = CornerDownLeft, onSelect }: ShortcutItemProps) {
  return (
    <Item value={label} onSelect={onSelect}>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="flex-1 truncate">{label}</span>
      <Kbd keys={keys} />
    </Item>
  )
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  )
}

function Item({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 cursor-default max-sm:h-control items-center gap-2.5 rounded px-2 data-[selected=true]:bg-hover"
    >
      {children}
    </Command.Item>
  )
}

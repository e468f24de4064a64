import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import Bot from 'lucide-react/icons/bot'
import FileText from 'lucide-react/icons/file-text'
import MessageSquare from 'lucide-react/icons/message-square'
import Settings from 'lucide-react/icons/settings'
import User from 'lucide-react/icons/user'
import UserRound from 'lucide-react/icons/user-round'
import { useState } from 'react'
import { MarkedText } from '#dashboard/components/marked-text.tsx'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { hashOfLine } from '#dashboard/lib/line-hash.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { settingsGroups } from '#dashboard/lib/settings-sections.ts'
import { registeredShortcuts, type Shortcut } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import { Dialog, DialogClose, DialogContent } from '#dashboard/ui/dialog.tsx'
import { Kbd } from '#dashboard/ui/kbd.tsx'
import { groupOf } from '../shortcut-groups.ts'
import { paletteShown } from '../shown.ts'
import { Entry, Group } from './entry.tsx'
import type { FoundConversation } from './found.ts'
import { iconOf, sectionIcons } from './icons.ts'
import { fitting } from './matching.ts'
import { useAgents, useFound, useMembers, useSources } from './use-things.ts'

const allSections = settingsGroups.flatMap(({ entries }) => entries)

/** A dialog to do what the screen offers, go to any other one, and find conversations, people, agents and sources. */
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
  const [typed, setTyped] = useState('')
  const { ownApi } = usePermissions()
  const { actions, places } = useActions(typed)
  const sections = fitting(useExistingRoutes(allSections), typed, ({ label }) => `Settings ${label}`)
  const agents = fitting(useAgents(), typed, ({ name }) => name)
  const members = fitting(useMembers(typed), typed, ({ name, email }) => `${name} ${email}`)
  const { agentId = '', sources } = useSources(typed)
  const named = fitting(sources, typed, ({ title }) => title)
  const { visitors, conversations, isSearching, error } = useFound(typed)
  const navigate = useNavigate()
  const open = ({ agent_id, conversation_id, position }: FoundConversation) =>
    then(
      () =>
        void navigate({
          to: '/inbox/$agentId/$conversationId',
          params: { agentId: agent_id, conversationId: conversation_id },
          ...hashOfLine(position),
        }),
    )
  const lists = [actions, places, sections, agents, members, named, visitors, conversations]
  const status = error
    ? 'The conversations could not be searched.'
    : isSearching
      ? 'Searching the conversations…'
      : lists.every(({ length }) => length === 0)
        ? 'Nothing by that name.'
        : ''
  return (
    <Command label="Commands" loop shouldFilter={false} className="flex min-h-0 flex-col">
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder={
          ownApi ? 'Go to a page, find anything, or do something…' : 'Go to a page, an agent, or do something…'
        }
        className="h-12 w-full border-line border-b bg-transparent px-4 text-lg outline-none"
      />
      <Command.List className="max-h-[27.5rem] overflow-y-auto p-1.5 has-[[cmdk-list-sizer]:empty]:hidden">
        <Group heading="On this page">{actions.map(toEntry)}</Group>
        <Group heading="Pages">{places.map(toEntry)}</Group>
        <Group heading="Settings">
          {sections.map(({ path, label, link }) => (
            <Entry
              key={path}
              value={path}
              icon={sectionIcons[path] ?? Settings}
              onSelect={then(() => void navigate(link))}
            >
              {label}
            </Entry>
          ))}
        </Group>
        <Group heading="Agents">
          {agents.map(({ id, name }) => (
            <Entry
              key={id}
              value={id}
              icon={Bot}
              onSelect={then(() => void navigate({ to: '/agents/$agentId', params: { agentId: id } }))}
            >
              {name}
            </Entry>
          ))}
        </Group>
        <Group heading="Members">
          {members.map(({ user_id, name, email }) => (
            <Entry
              key={user_id}
              value={user_id}
              icon={UserRound}
              beside={email}
              onSelect={then(() => void navigate({ to: '/settings/members' }))}
            >
              {name}
            </Entry>
          ))}
        </Group>
        <Group heading="Sources">
          {named.map(({ id, title }) => (
            <Entry
              key={id}
              value={id}
              icon={FileText}
              onSelect={then(
                () => void navigate({ to: '/agents/$agentId/sources', params: { agentId }, search: { source: id } }),
              )}
            >
              {title}
            </Entry>
          ))}
        </Group>
        <Group heading="Visitors">
          {visitors.map((found) => {
            const name = visitorName(found.line.chat_user)
            return (
              <Entry
                key={found.conversation_id}
                value={`visitor ${found.conversation_id}`}
                icon={User}
                beside={found.excerpt !== name && <MarkedText text={found.excerpt} marks={found.marks} />}
                onSelect={open(found)}
              >
                {name}
              </Entry>
            )
          })}
        </Group>
        <Group heading="Conversations">
          {conversations.map((found) => (
            <Entry
              key={found.conversation_id}
              value={`conversation ${found.conversation_id}`}
              icon={MessageSquare}
              beside={<MarkedText text={found.excerpt} marks={found.marks} />}
              onSelect={open(found)}
            >
              {visitorName(found.line.chat_user)}
            </Entry>
          ))}
        </Group>
      </Command.List>
      <p role="status" className="px-4 py-3 text-muted text-sm empty:hidden">
        {status}
      </p>
    </Command>
  )
}

/** What the shortcuts of the screen do, the latest registered first, and the pages to go to. */
function useActions(typed: string): { actions: Shortcut[]; places: Shortcut[] } {
  const known = useStore(registeredShortcuts).filter(({ keys }) => keys !== 'mod+k')
  const of = (group: ReturnType<typeof groupOf>) => known.filter((shortcut) => groupOf(shortcut) === group)
  // Of two with the same name, the later one is what its key does.
  const acts = [...new Map(of('page').map((act) => [act.label, act])).values()].toReversed()
  const [keyed, others] = [acts.filter(({ keys }) => keys), acts.filter(({ keys }) => !keys)]
  return {
    actions: fitting([...keyed, ...others, ...of('everywhere')], typed, ({ label }) => label),
    places: fitting(of('place'), typed, ({ label }) => label),
  }
}

function toEntry(action: Shortcut) {
  return (
    <Entry
      key={action.label}
      value={action.label}
      icon={iconOf(action)}
      beside={action.keys && <Kbd keys={action.keys} />}
      onSelect={then(action.run)}
    >
      {action.label}
    </Entry>
  )
}

/** Closes the palette, and acts after the dialog has returned the focus to the page. */
const then = (act: () => void) => () => {
  paletteShown.set(false)
  setTimeout(act)
}

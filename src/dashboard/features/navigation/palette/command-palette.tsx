import { useNavigate } from '@tanstack/react-router'
import { Command, useCommandState } from 'cmdk'
import Bot from 'lucide-react/icons/bot'
import MessageSquare from 'lucide-react/icons/message-square'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Settings from 'lucide-react/icons/settings'
import User from 'lucide-react/icons/user'
import UserRound from 'lucide-react/icons/user-round'
import { type ReactNode, useState } from 'react'
import { useAgents } from '#dashboard/api/use-agents.ts'
import { MarkedText } from '#dashboard/components/marked-text.tsx'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { hashOfLine } from '#dashboard/lib/line-hash.ts'
import { settingsGroups } from '#dashboard/lib/settings-sections.ts'
import type { Shortcut } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import { Dialog, DialogClose, DialogContent } from '#dashboard/ui/dialog.tsx'
import { Kbd } from '#dashboard/ui/kbd.tsx'
import { paletteShown } from '../shown.ts'
import { Entry, Group } from './entry.tsx'
import type { FoundConversation } from './found.ts'
import { iconOf, sectionIcons, sourceIcons } from './icons.ts'
import { fitting } from './matching.ts'
import { useActions } from './use-actions.ts'
import { useAgentPages } from './use-agent-pages.ts'
import { useFound, useMembers, useSourceAgents, useSources } from './use-things.ts'

const allSections = settingsGroups.flatMap(({ entries }) => entries)

/** Runs actions, goes to screens, and finds conversations, visitors, members, agents and sources. */
export function CommandPalette() {
  const open = useStore(paletteShown)
  return (
    <Dialog open={open} onOpenChange={paletteShown.set}>
      <DialogContent
        title={<span className="sr-only">Search and go anywhere</span>}
        closable={false}
        // At the top also on a phone, so that the field stays where it is while entries come and go, above the keyboard.
        className="max-sm:top-0 max-sm:bottom-auto max-sm:rounded-t-none max-sm:rounded-b-lg sm:top-[14dvh] [&>header]:p-0"
      >
        <Palette />
        <DialogClose data-escape className="hidden" />
      </DialogContent>
    </Dialog>
  )
}

function Palette() {
  const [typed, setTyped] = useState('')
  const { page, place, everywhere } = useActions(typed)
  const sections = fitting(useExistingRoutes(allSections), typed, ({ label }) => `Settings ${label}`)
  const allAgents = useAgents().data ?? []
  const agents = fitting(allAgents, typed, ({ name }) => name)
  const members = fitting(useMembers(typed), typed, ({ name, email }) => `${name} ${email}`)
  const { visitors, conversations, isSearching, error, searchAgain } = useFound(typed)
  const navigate = useNavigate()
  return (
    <Command label="Commands" loop shouldFilter={false} className="flex min-h-0 flex-col">
      <Command.Input
        value={typed}
        onValueChange={setTyped}
        placeholder="Go to a page, find anything, or do something…"
        className="h-12 w-full border-line border-b bg-transparent px-4 text-lg outline-none"
      />
      <Command.List className="max-h-[27.5rem] overflow-y-auto max-sm:max-h-[50dvh] p-1.5 has-[[cmdk-list-sizer]:empty]:hidden">
        <Group heading="On this page">{page.map(toEntry)}</Group>
        <Group heading="Pages">{place.map(toEntry)}</Group>
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
        <Group heading="Everywhere">{everywhere.map(toEntry)}</Group>
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
        <Group heading="Pages of agents">
          {useAgentPages(typed, allAgents).map(({ id, label, icon, open }) => (
            <Entry key={id} value={id} icon={icon} onSelect={then(open)}>
              {label}
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
        {useSourceAgents(typed, allAgents).map((agent) => (
          <SourcesOf key={agent.id} agent={agent} typed={typed} />
        ))}
        <Group heading="Visitors">
          {visitors.map((found) => (
            <FoundEntry key={found.conversation_id} kind="visitor" found={found} />
          ))}
        </Group>
        <Group heading="Conversations">
          {conversations.map((found) => (
            <FoundEntry key={found.conversation_id} kind="conversation" found={found} />
          ))}
        </Group>
        {error && !isSearching && (
          <Group heading="Conversations">
            {[
              <Entry key="again" value="search again" icon={RotateCw} onSelect={searchAgain}>
                Search again
              </Entry>,
            ]}
          </Group>
        )}
      </Command.List>
      <Status>
        {isSearching && 'Searching the conversations…'}
        {error && !isSearching && 'The conversations could not be searched.'}
      </Status>
    </Command>
  )
}

function SourcesOf({ agent, typed }: { agent: { id: string; name: string }; typed: string }) {
  const navigate = useNavigate()
  const sources = fitting(useSources(agent.id), typed, ({ title }) => title)
  const open = (source: string) =>
    void navigate({ to: '/agents/$agentId/knowledge/sources', params: { agentId: agent.id }, search: { source } })
  return (
    <Group heading={`Sources of ${agent.name}`}>
      {sources.map(({ id, title, type }) => (
        <Entry key={id} value={id} icon={sourceIcons[type]} onSelect={then(() => open(id))}>
          {title}
        </Entry>
      ))}
    </Group>
  )
}

const foundIcons = { visitor: User, conversation: MessageSquare }

/** A visitor or a conversation that the server has found. Either opens the conversation at the line that matches. */
function FoundEntry({ kind, found }: { kind: keyof typeof foundIcons; found: FoundConversation }) {
  const navigate = useNavigate()
  const { agent_id: agentId, conversation_id: conversationId, position, line, excerpt, marks } = found
  const name = visitorName(line.chat_user)
  const saysMore = kind === 'conversation' || excerpt !== name
  const open = () =>
    void navigate({
      to: '/inbox/$agentId/$conversationId',
      params: { agentId, conversationId },
      ...hashOfLine(position),
    })
  return (
    <Entry
      value={`${kind} ${conversationId}`}
      icon={foundIcons[kind]}
      beside={saysMore && <MarkedText text={excerpt} marks={marks} />}
      onSelect={then(open)}
    >
      {name}
    </Entry>
  )
}

/** Whether a search runs, failed or found nothing. It is outside the list, which may hold entries only. */
function Status({ children }: { children: readonly ReactNode[] }) {
  const isEmpty = useCommandState(({ filtered }) => filtered.count === 0)
  const isSilent = children.every((line) => !line)
  return (
    <p role="status" className="px-4 py-2.5 text-muted text-sm empty:hidden">
      {isSilent ? isEmpty && 'Nothing by that name.' : children}
    </p>
  )
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

/** Makes a handler that closes the palette and then acts, after the dialog has returned the focus to the page. */
const then = (act: () => void) => () => {
  paletteShown.set(false)
  setTimeout(act)
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldQuestion from 'lucide-react/icons/shield-question'
import type { ReactNode } from 'react'
import type { Agent } from '#dashboard/api/use-agents.ts'
import { describeUserAgent } from '#dashboard/lib/user-agent.ts'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import { withoutScheme } from '#dashboard/lib/without-scheme.ts'
import { Avatar } from '#dashboard/ui/avatar.tsx'
import { Badge } from '#dashboard/ui/badge.tsx'
import { CopyableId } from '#dashboard/ui/copy.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { HandlingRows } from '../handling/handling-rows.tsx'
import type { Line } from '../list/lines.ts'
import { originLabels } from '../origins.ts'
import { unsentRepliesQuery } from '../reply/unsent-replies.ts'
import type { ThreadMessages, VisitorFacts } from '../thread/messages.ts'
import type { ConversationIds } from '../thread/query.ts'
import { Brief } from './brief.tsx'
import { Participants } from './participants.tsx'
import { Group, Section } from './section.tsx'

interface DetailsProps {
  conversation: Line
  agentId: string
  agent: Agent | undefined
  messageCount: number | undefined
  /** Undefined until the thread is loaded. */
  facts: VisitorFacts | undefined
  /** What whoever is called has to know first; null or undefined if there is nothing to say. */
  brief: ThreadMessages['brief'] | undefined
}

/** The pane of who the visitor is, how the team handles the conversation, and the visitor's earlier ones. */
export function Details({ conversation, agentId, agent, messageCount, facts, brief }: DetailsProps) {
  const { chat_user: visitor, origin } = conversation
  const { icon: OriginIcon, label: originLabel } = originLabels[origin]
  const ids = { agentId, conversationId: conversation.id }
  const whereabouts = facts?.whereabouts
  return (
    <div className="flex flex-col gap-5 p-4">
      <div className="flex items-center gap-3">
        <Avatar name={visitorName(visitor)} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{visitorName(visitor)}</p>
          {visitor.email && (
            <a
              href={`mailto:${encodeURIComponent(visitor.email).replace('%40', '@')}`}
              className="block truncate text-muted text-sm hover:text-ink"
            >
              {visitor.email}
            </a>
          )}
        </div>
      </div>
      {brief && <Brief ids={ids} brief={brief} page={whereabouts?.page_url ?? null} />}
      <Identity verified={visitor.identity_verified} unproved={facts?.unproved ?? []} />
      <HandlingRows conversation={conversation} isDisabled={agent?.is_disabled ?? false} />
      <Group title="Conversation">
        <Item label="Agent">
          <Link to="/agents/$agentId" params={{ agentId }} className="truncate underline underline-offset-2">
            {agent?.name ?? 'Open'}
          </Link>
        </Item>
        <Item label="Channel">
          <span className="inline-flex items-center gap-1.5">
            <OriginIcon aria-hidden className="size-3.5 text-muted" /> {originLabel}
          </span>
        </Item>
        {messageCount !== undefined && (
          <Item label="Messages">
            <span className="tabular-nums">{messageCount.toLocaleString()}</span>
          </Item>
        )}
        <Item label="Began">
          <RelativeTime value={conversation.created_at} />
        </Item>
        <Item label="Updated">
          <RelativeTime value={conversation.updated_at} />
        </Item>
      </Group>
      {origin === 'email' && <Participants ids={ids} />}
      {whereabouts && <Whereabouts {...whereabouts} page_url={brief ? null : whereabouts.page_url} />}
      <Earlier conversations={facts?.earlier ?? []} agentId={agentId} />
      <UnsentReplies {...ids} />
      <details>
        <summary className="cursor-pointer rounded text-muted text-xs hover:text-ink">For developers</summary>
        <dl className="mt-1 divide-y divide-line border-line border-y">
          <Item label="Visitor">
            <CopyableId value={visitor.id} label="visitor id" />
          </Item>
          <Item label="Session">
            <CopyableId value={conversation.session_id} label="session id" />
          </Item>
          <Item label="Conversation">
            <CopyableId value={conversation.id} label="conversation id" />
          </Item>
          <Item label="Agent">
            <CopyableId value={agentId} label="agent id" />
          </Item>
        </dl>
      </details>
    </div>
  )
}

/** Where a visitor of a website writes from. A browser may report anything, so no address is a link. */
function Whereabouts({ page_url, referrer, locale, user_agent }: NonNullable<VisitorFacts['whereabouts']>) {
  const rows = [
    ['Page', page_url && withoutScheme(page_url), page_url],
    ['Came from', referrer && withoutScheme(referrer), referrer],
    ['Browser', user_agent && describeUserAgent(user_agent), user_agent],
    ['Language', locale && languageName(locale), locale],
  ] as const
  const known = rows.filter(([, shown]) => shown)
  if (known.length === 0) return null
  return (
    <Group title="Website">
      {known.map(([label, shown, whole]) => (
        <Item key={label} label={label}>
          <span className="truncate" title={whole ?? undefined}>
            {shown}
          </span>
        </Item>
      ))}
    </Group>
  )
}

const languages = new Intl.DisplayNames(undefined, { type: 'language', languageDisplay: 'standard', fallback: 'code' })

function languageName(locale: string): string {
  try {
    return languages.of(locale) ?? locale
  } catch {
    return locale // a browser may report a text that is no language tag
  }
}

/** The visitor's latest conversations with this agent before this one, newest first. */
function Earlier({ conversations, agentId }: { conversations: VisitorFacts['earlier']; agentId: string }) {
  if (conversations.length === 0) return null
  return (
    <Section title="Earlier conversations">
      <ul className="divide-y divide-line border-line border-y text-sm">
        {conversations.map(({ id, created_at, status, last_line }) => (
          <li key={id}>
            <Link
              to="/inbox/$agentId/$conversationId"
              params={{ agentId, conversationId: id }}
              search={(search) => search}
              className="block py-2 hover:bg-hover"
            >
              <span className="flex justify-between gap-2 text-muted text-xs">
                <RelativeTime value={created_at} />
                {status === 'open' ? 'Open' : 'Closed'}
              </span>
              <span className="block truncate" dir="auto">
                {last_line ?? 'Nothing written yet'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function UnsentReplies(ids: ConversationIds) {
  const { data = [] } = useQuery(unsentRepliesQuery(ids))
  if (data.length === 0) return null
  return (
    <Section title="Written by the AI, not sent">
      <ul className="divide-y divide-line border-line border-y text-sm">
        {data.map(({ id, content, created_at }) => (
          <li key={id} className="py-2">
            <p className="text-muted text-xs">
              <RelativeTime value={created_at} />
            </p>
            <p className="whitespace-pre-wrap break-words">{content}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const FIELDS = { name: 'name', email: 'e-mail address' } as const

function Identity({ verified, unproved }: { verified: boolean; unproved: VisitorFacts['unproved'] }) {
  const given = unproved.map((field) => FIELDS[field]).join(' and ')
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Badge tone={verified ? 'success' : 'neutral'}>
        {verified ? <ShieldCheck aria-hidden /> : <ShieldQuestion aria-hidden />}
        {verified ? 'Identity verified' : 'Identity not verified'}
      </Badge>
      <p className="text-muted text-sm">
        {verified
          ? `Your site signed who this is${given && `, but not the ${given}, which the visitor gave`}.`
          : 'Anybody can claim to be this visitor. Don’t give out what is theirs alone.'}
      </p>
    </div>
  )
}

function Item({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 py-1 text-sm">
      <dt className="shrink-0 text-muted">{label}</dt>
      <dd className="flex min-w-0 justify-end">{children}</dd>
    </div>
  )
}

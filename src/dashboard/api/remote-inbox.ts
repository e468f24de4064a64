import type { Data } from '#contract/index.ts'
import { budgetShare } from './rate-budget.ts'
import type { CallPublic, Handlers } from './remote-handlers.ts'
import type { CallOptions, ListPage } from './types.ts'

type Conversation = Data<'listConversations'>[number]
type Line = Data<'listInbox'>['items'][number]
type Status = Conversation['status']

const SHORTEST_MS = 4_000 // least milliseconds between two fetches of a list
// fetches of lists of open conversations per minute, out of the 120 reads that a server usually allows; the lists of
// closed ones and other screens need the rest
const LISTS_A_MINUTE = 40
const AGENTS_MS = 60_000
const CLOSED_MS = 5 * 60_000
const LOOKED_INTO = 10 // conversations per refresh whose last message is fetched, with up to two requests each
const SPARE = 0.4 // share of the rate limit budget below which no last messages are fetched
const PAGE = 100

interface Look {
  at: number
  page: Promise<ListPage<Conversation>>
}

/**
 * Emulates the inbox by merging the conversation lists of the 100 newest agents. All callers share each fetched list.
 * The more agents there are, the less often each list of open conversations is fetched, to stay below the rate limits.
 */
export function remoteInbox(callPublic: CallPublic): { handlers: Handlers; forget: (agentId: string) => void } {
  const looks = new Map<string, Look>()
  const last = new Map<string, { updatedAt: string; count: number; message: Line['last_message'] }>()
  let agents: { at: number; ids: Promise<string[]> } | undefined

  const agentIds = (organization: string, options: CallOptions) => {
    if (agents && Date.now() - agents.at < AGENTS_MS) return agents.ids
    const ids = callPublic('listAgents', { params: { organization }, query: { per_page: PAGE } }, options).then(
      ({ data }) => data.map(({ id }) => id),
    )
    agents = { at: Date.now(), ids }
    ids.catch(() => {
      agents = undefined
    })
    return ids
  }

  const look = (agent: string, status: Status, page: number, among: number, options: CallOptions) => {
    const key = `${agent} ${status} ${page}`
    const patience = status === 'closed' ? CLOSED_MS : Math.max(SHORTEST_MS, (among * 60_000) / LISTS_A_MINUTE)
    const known = looks.get(key)
    if (known && Date.now() - known.at < patience) return known.page
    const input = { params: { agent }, query: { status, page, per_page: PAGE } }
    // Several callers share this request, so no caller's signal may abort it.
    const asked = callPublic('listConversations', input, { ...options, signal: undefined })
    looks.set(key, { at: Date.now(), page: asked })
    asked.catch(() => looks.delete(key))
    return asked
  }

  const toLine = (agent: string, conversation: Conversation): Line => {
    const known = last.get(conversation.id)
    const isWaiting =
      conversation.status === 'open' && conversation.response_mode === 'human' && known?.message?.role !== 'human'
    return {
      ...conversation,
      agent_id: agent,
      // Until a conversation's messages are counted, it is assumed to have one: most begin with the agent's greeting.
      message_count: known?.count ?? 1,
      read_count: 0, // the public API does not know it; `seen.ts` remembers in this browser what was read
      question: null, // would take a request per conversation
      last_message: known?.message ?? null,
      assignee: null,
      labels: [],
      snoozed_until: null,
      waiting_since: isWaiting ? (known?.message?.created_at ?? conversation.updated_at) : null,
    }
  }

  /**
   * @param organization Its agents' lists are merged; undefined where `only` names the one agent that is asked about.
   */
  const linesOf = async (
    organization: string | undefined,
    status: Status,
    page: number,
    only: string | undefined,
    options: CallOptions,
  ) => {
    const all = organization === undefined ? await agents?.ids : await agentIds(organization, options)
    const wanted = only ? [only] : (all ?? [])
    const among = all?.length ?? 1
    const pages = await Promise.all(
      wanted.map(async (agent) => ({ agent, page: await look(agent, status, page, among, options) })),
    )
    await lookInto(pages.flatMap(({ agent, page: { data } }) => data.map((conversation) => ({ agent, conversation }))))
    const lines = pages.flatMap(({ agent, page: { data } }) => data.map((conversation) => toLine(agent, conversation)))
    return {
      lines: lines.sort((a, b) => (a.updated_at > b.updated_at ? -1 : 1)),
      total: pages.reduce((sum, { page: { meta } }) => sum + meta.total, 0),
      hasMore: pages.some(({ page: { meta } }) => meta.current_page < meta.last_page),
    }
  }

  /**
   * Fetches the last message of up to `LOOKED_INTO` changed conversations, first of open ones that people answer, then
   * of the newest. Fetches none while the rate limit budget is low.
   */
  const lookInto = async (all: { agent: string; conversation: Conversation }[]) => {
    if (budgetShare('polling') < SPARE || budgetShare('read') < SPARE) return
    const changed = all
      .filter(({ conversation: { id, updated_at } }) => last.get(id)?.updatedAt !== updated_at)
      .sort((a, b) => rank(b.conversation) - rank(a.conversation))
      .slice(0, LOOKED_INTO)
    await Promise.all(changed.map(({ agent, conversation }) => lastMessage(agent, conversation).catch(() => undefined)))
  }

  const lastMessage = async (agent: string, { id, updated_at }: Conversation) => {
    const messagesPage = (page: number) =>
      callPublic('listMessages', { params: { agent, conversation: id }, query: { page, per_page: 1 } }, {})
    const guess = await messagesPage(Math.max(1, last.get(id)?.count ?? 1))
    const { total } = guess.meta
    const { data } = total === guess.meta.current_page ? guess : await messagesPage(Math.max(1, total))
    const [message] = data
    last.set(id, {
      updatedAt: updated_at,
      count: total,
      message: message
        ? { role: message.role, excerpt: message.content.slice(0, 200), created_at: message.created_at }
        : null,
    })
  }

  const counted = async (organization: string | undefined, agent: string | undefined, options: CallOptions) => ({
    open: await linesOf(organization, 'open', 1, agent, options),
    closed: await linesOf(organization, 'closed', 1, agent, options),
  })

  const handlers: Handlers = {
    listInbox: async ({ params, query }, options) => {
      const { view = 'open', agent, origin, cursor } = query ?? {}
      const page = Number(cursor ?? 1)
      const status = view === 'closed' ? 'closed' : 'open'
      const { lines, hasMore } = await linesOf(params.organization, status, page, agent, options)
      const items = lines.filter(
        (line) =>
          (!origin || line.origin === origin) &&
          (view !== 'ai' || line.response_mode === 'ai') &&
          (view !== 'open' || line.response_mode === 'human') &&
          (view !== 'unassigned' || line.waiting_since !== null),
      )
      return { items, next_cursor: hasMore ? String(page + 1) : null }
    },
    getInboxLine: async ({ params }, options) =>
      toLine(params.agent, await callPublic('getConversation', { params }, options)),
    getInboxSummary: async ({ params, query }, options) => {
      const { open, closed } = await counted(params.organization, query?.agent, options)
      const ai = open.lines.filter(({ response_mode }) => response_mode === 'ai').length
      const waiting = open.lines.filter(({ waiting_since }) => waiting_since !== null).length
      const withPeople = open.lines.length - ai
      return { mine: 0, unassigned: waiting, open: withPeople, ai, snoozed: 0, closed: closed.total, waiting }
    },
    getAgentActivity: async ({ params }, options) => {
      const { open, closed } = await counted(undefined, params.agent, options)
      const replies = open.lines.flatMap(({ last_message: message }) =>
        message && message.role !== 'visitor' ? [message.created_at] : [],
      )
      const waiting = open.lines.filter(({ waiting_since }) => waiting_since !== null).length
      return { open: open.total, closed: closed.total, waiting, last_reply_at: replies.sort().at(-1) ?? null }
    },
  }

  /** Drops an agent's cached lists after a change made here, which they would otherwise not show for a while. */
  const forget = (agentId: string) => {
    for (const key of looks.keys()) if (key.startsWith(`${agentId} `)) looks.delete(key)
  }
  return { handlers, forget }
}

const rank = ({ response_mode, status, updated_at }: Conversation) =>
  Date.parse(updated_at) + (response_mode === 'human' && status === 'open' ? 1e15 : 0)

import {
  conversationStatuses,
  type InboxSort,
  type InboxView,
  inboxViews,
  type Origin,
  origins,
} from '#contract/enums.ts'
import { oneOf, someText } from '#dashboard/lib/search.ts'

/** Query parameters of the inbox's address. Default values are left out. */
export interface InboxSearch {
  /** Absent for the view of open conversations. */
  view?: Exclude<InboxView, 'open'> | undefined
  agent?: string | undefined
  /** User id of the member whose conversations are listed. */
  assignee?: string | undefined
  /** Id of a label. */
  label?: string | undefined
  origin?: Origin | undefined
  /** Words that the server searches all conversations for. */
  q?: string | undefined
  /** The status that a search is limited to. The search covers all views, so `view` does not limit it. */
  only?: (typeof conversationStatuses)[number] | undefined
  /** Whether the details pane is open, on screens that have no room for it beside the thread. */
  details?: true | undefined
}

const notDefault = inboxViews.filter((view) => view !== 'open')

export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  return {
    view: oneOf(search.view, notDefault),
    agent: someText(search.agent),
    assignee: someText(search.assignee),
    label: someText(search.label),
    origin: oneOf(search.origin, origins),
    // The router parses `q=42` as a number.
    q: someText(typeof search.q === 'number' ? String(search.q) : search.q),
    only: oneOf(search.only, conversationStatuses),
    details: search.details ? true : undefined,
  }
}

/** What the server filters and sorts by. */
export interface InboxFilter {
  view: InboxView
  agent: string | undefined
  assignee: string | undefined
  label: string | undefined
  origin: Origin | undefined
  sort: InboxSort
}

/** The view that the address selects. */
export const viewOf = ({ view }: InboxSearch): InboxView => view ?? 'open'

/** The number of filters that the address sets besides the view. A status counts only during a search. */
export const filtersIn = ({ agent, assignee, label, origin, q, only }: InboxSearch) =>
  [agent, assignee, label, origin, q && only].filter(Boolean).length

/** The address's search parameters without the open details pane. */
export const withoutDetails = ({ details: _, ...search }: InboxSearch): InboxSearch => search

/** Options of a link or a navigation that opens a conversation and keeps the list's filters. */
export const toConversation = (agentId: string, conversationId: string) =>
  ({ to: '/inbox/$agentId/$conversationId', params: { agentId, conversationId }, search: withoutDetails }) as const

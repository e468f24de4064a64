import { conversationStatuses, type InboxView, inboxViews, origins } from '#contract/enums.ts'
import type { Parsed } from '#contract/index.ts'
import { among, isSet, searchReader, someText, someWords } from '#dashboard/lib/search.ts'

export type InboxFilter = Pick<Parsed<'listInbox'>['query'], 'view' | 'sort'> & Filters

type FilterQuery = Omit<Parsed<'listInbox'>['query'], 'view' | 'sort' | 'cursor'>
type Filters = { [Name in keyof Required<FilterQuery>]: FilterQuery[Name] }

/** Reads each of the server's filters from the address. One that is not here does not compile. */
const readers: { [Name in keyof Filters]: (value: unknown) => Filters[Name] } = {
  agent: someText,
  origin: among(origins),
  assignee: someText,
  label: someText,
}

export type FilterName = keyof Filters
export const filterNames = Object.keys(readers) as FilterName[]

export const filtersOf = (search: Partial<Filters>): Filters =>
  Object.fromEntries(filterNames.map((name) => [name, search[name]])) as Filters

export const noFilters: Filters = filtersOf({})

const notDefault = inboxViews.filter((view) => view !== 'open')

/** Query parameters of the inbox's address. Default values are left out. */
export const readInboxSearch = searchReader({
  /** Absent for the view of open conversations. */
  view: among(notDefault),
  ...readers,
  /** Words that the server searches all conversations for. */
  q: someWords,
  /** The status that a search is limited to. The search covers all views, so `view` does not limit it. */
  only: among(conversationStatuses),
  /** Whether the details pane is open, on screens that have no room for it beside the thread. */
  details: isSet,
})

export type InboxSearch = ReturnType<typeof readInboxSearch>

export const viewOf = ({ view }: InboxSearch): InboxView => view ?? 'open'

/** The number of filters that the address sets besides the view. A status counts only during a search. */
export const filtersIn = (search: InboxSearch) =>
  [...Object.values(filtersOf(search)), search.q && search.only].filter(Boolean).length

export const withoutDetails = ({ details: _, ...search }: InboxSearch): InboxSearch => search

/** Options of a link or a navigation that opens a conversation and keeps the list's filters. */
export const toConversation = (agentId: string, conversationId: string) =>
  ({ to: '/inbox/$agentId/$conversationId', params: { agentId, conversationId }, search: withoutDetails }) as const

import { type InboxView, type Origin, origins } from '#contract/enums.ts'
import { oneOf, someText } from '#dashboard/lib/search.ts'

/** What the inbox's address says beside the conversation. Default values are left out of it. */
export interface InboxSearch {
  /** Open conversations when absent. */
  view?: Exclude<InboxView, 'open'> | undefined
  agent?: string | undefined
  origin?: Origin | undefined
  /** Words to search for among the loaded lines. */
  q?: string | undefined
  /** The details pane is open, on screens that don't always show it. */
  details?: true | undefined
}

export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  return {
    view: oneOf(search.view, ['needs_person', 'with_people', 'ai', 'closed']),
    agent: someText(search.agent),
    origin: oneOf(search.origin, origins),
    // The router reads `q=42` as a number.
    q: someText(typeof search.q === 'number' ? String(search.q) : search.q),
    details: search.details ? true : undefined,
  }
}

/** The filters in the address that the server applies. */
export interface InboxFilter {
  view: InboxView
  agent: string | undefined
  origin: Origin | undefined
}

/** The view an address shows. */
export const viewOf = ({ view }: InboxSearch): InboxView => view ?? 'open'

export function inboxFilter(search: InboxSearch): InboxFilter {
  return { view: viewOf(search), agent: search.agent, origin: search.origin }
}

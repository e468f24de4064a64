import { type InboxView, type Origin, origins } from '#contract/enums.ts'
import { oneOf, someText } from '#dashboard/lib/search.ts'

/** Query parameters of the inbox's address. Default values are left out. */
export interface InboxSearch {
  /** Absent for the view of open conversations. */
  view?: Exclude<InboxView, 'open'> | undefined
  agent?: string | undefined
  origin?: Origin | undefined
  /** Words to search for in the loaded lines. */
  q?: string | undefined
  /** Whether the details pane is open, on screens that do not always show it. */
  details?: true | undefined
}

export function readInboxSearch(search: Record<string, unknown>): InboxSearch {
  return {
    view: oneOf(search.view, ['needs_person', 'with_people', 'ai', 'closed']),
    agent: someText(search.agent),
    origin: oneOf(search.origin, origins),
    // The router parses `q=42` as a number.
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

/** The view that the address selects. */
export const viewOf = ({ view }: InboxSearch): InboxView => view ?? 'open'

export function inboxFilter(search: InboxSearch): InboxFilter {
  return { view: viewOf(search), agent: search.agent, origin: search.origin }
}

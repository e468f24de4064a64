import type { InboxSort, InboxView } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'

/** A conversation as the inbox lists it. */
export type Line = Data<'listInbox'>['items'][number]

/** The loaded part of a list from its top, in the list's order, without gaps. */
export interface Lines {
  lines: readonly Line[]
  /** Cursor of the next page; null at the end of the list. */
  nextCursor: string | null
}

/** Compares lines in one of the server's orders; negative when `a` comes first. */
export type Compare = (a: Line, b: Line) => number

/** Compares texts by their characters' codes, as the server does; negative when `a` comes first. */
const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

const latestFirst: Compare = (a, b) => compareText(b.updated_at, a.updated_at)

/** Latest activity first, and of equal ones the later id first. */
const byActivity: Compare = (a, b) => latestFirst(a, b) || compareText(b.id, a.id)

/** Longest waiting visitor first; then the conversations in which nobody waits, latest activity first. */
const byWait: Compare = (a, b) =>
  compareText(a.waiting_since ?? '~', b.waiting_since ?? '~') ||
  (a.waiting_since === null ? latestFirst(a, b) : 0) ||
  compareText(a.id, b.id)

export const comparing = (sort: InboxSort): Compare => (sort === 'waiting' ? byWait : byActivity)

/**
 * Whether nothing can be missing between the freshly fetched top and the known lines: the two overlap, the top is the
 * whole list, or one of them has no lines.
 */
export function reaches(head: Lines, known: Lines, compare: Compare = byActivity): boolean {
  const last = head.lines.at(-1)
  const first = known.lines[0]
  return head.nextCursor === null || !last || !first || compare(last, first) >= 0
}

/**
 * Whether a refetch has requested enough of the known lines. In the order of activity any top is enough, as a line that
 * changes moves to the top. In the order of waiting a change can move a line anywhere, so that the top must be as long
 * as the known lines.
 * @param page Number of lines in a full page. Less than a page of known lines may be missing from the top, unless the
 * known lines reach the end of the list.
 */
export function covers(head: Lines, known: Lines, compare: Compare, page: number): boolean {
  if (compare === byActivity) return true
  return known.lines.length < head.lines.length + (known.nextCursor === null ? 1 : page)
}

/**
 * Merges freshly fetched lines with the known ones below.
 * @param changed Ids of conversations that changed before the top was fetched. In the order of activity, those missing
 * from the top have left the list. In the order of waiting, they may be anywhere below it, so that the result is the
 * top alone.
 * @returns `known` itself when nothing changed; unchanged lines keep their identity
 */
export function mergeLines(
  head: Lines,
  known: Lines,
  changed: ReadonlySet<string>,
  compare: Compare = byActivity,
): Lines {
  const byId = new Map(known.lines.map((line) => [line.id, line]))
  const top = head.lines.map((line) => unchangedOr(byId.get(line.id), line))
  const topIds = new Set(top.map(({ id }) => id))
  const last = top.at(-1)
  const isBelowUnknown = compare !== byActivity && [...changed].some((id) => !topIds.has(id))
  const rest =
    head.nextCursor === null || !last || isBelowUnknown
      ? []
      : known.lines.filter((line) => compare(last, line) < 0 && !topIds.has(line.id) && !changed.has(line.id))
  const lines = [...top, ...rest]
  const nextCursor = rest.length > 0 ? known.nextCursor : head.nextCursor
  const same = lines.length === known.lines.length && lines.every((line, index) => line === known.lines[index])
  return same && nextCursor === known.nextCursor ? known : { lines, nextCursor }
}

/** Appends the next page, unless the known lines end elsewhere than when it was requested. */
export function appendLines(known: Lines, cursor: string, page: Lines): Lines {
  if (known.nextCursor !== cursor) return known
  const ids = new Set(known.lines.map(({ id }) => id))
  return { lines: [...known.lines, ...page.lines.filter(({ id }) => !ids.has(id))], nextCursor: page.nextCursor }
}

function unchangedOr(known: Line | undefined, fresh: Line): Line {
  return known !== undefined && JSON.stringify(known) === JSON.stringify(fresh) ? known : fresh
}

/**
 * Whether a line belongs to a view. A change shown before the server's confirmation may have moved it to another view.
 * @param me user id of the member who is signed in
 */
export function belongs(line: Line, view: InboxView, me: string): boolean {
  const { status, response_mode, waiting_since, assignee, snoozed_until } = line
  if (view === 'closed') return status === 'closed'
  if (status !== 'open') return false
  if (view === 'ai') return response_mode === 'ai'
  if (snoozed_until !== null || view === 'snoozed') return snoozed_until !== null && view === 'snoozed'
  if (view === 'for_me') return true // whoever follows a conversation keeps doing so
  if (view === 'mine') return assignee?.user_id === me
  return view === 'open' ? response_mode === 'human' : waiting_since !== null && assignee === null
}

/** Whether a conversation has messages that the member has not read. It is never unread after a human reply. */
export const isUnread = ({ last_message, message_count, read_count }: Line): boolean =>
  last_message !== null && last_message.role !== 'human' && message_count > read_count

/** A change of a line. `actor` is the person who makes it: a takeover assigns them a conversation that nobody has. */
export interface LineChange
  extends Partial<Pick<Line, 'status' | 'response_mode' | 'assignee' | 'labels' | 'snoozed_until'>> {
  actor?: { id: string; name: string } | undefined
}

/** A person as the assignee of a conversation. */
export const asAssignee = ({ id, name }: { id: string; name: string }): NonNullable<Line['assignee']> => ({
  user_id: id,
  name,
})

/** A line with a change applied, to be shown before the server has confirmed it. */
export function changeLine(line: Line, { actor, ...change }: LineChange, now: string): Line {
  const next = { ...line, ...change }
  const isTakeover = line.response_mode === 'ai' && next.response_mode === 'human'
  if (isTakeover && actor) next.assignee ??= asAssignee(actor)
  if (next.status !== line.status || next.response_mode === 'ai') next.snoozed_until = null
  if (next.response_mode === 'ai' && line.response_mode === 'human') next.assignee = null
  // Who gives a conversation to the AI also has it answer.
  if (next.status === 'closed' || change.response_mode === 'ai') next.waiting_since = null
  else if (line.response_mode === 'ai' && line.last_message?.role === 'visitor') next.waiting_since ??= now
  if (next.waiting_since === null || next.response_mode === 'human') next.not_answered = false
  return next
}

/** A line with a person's reply as its last message, to be shown before the server's list includes it. */
export function replied(
  line: Line,
  { role, content, created_at }: Pick<Message, 'role' | 'content' | 'created_at'>,
): Line {
  return {
    ...line,
    response_mode: 'human',
    waiting_since: null,
    not_answered: false,
    question: null,
    last_message: { role, excerpt: content, created_at },
  }
}

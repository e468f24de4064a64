import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import type { ApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { onOrganizationEvent } from '#dashboard/api/stream-state.ts'
import type { InboxFilter } from '../inbox-search.ts'
import { changedBetween, changesUntilNow, watchChanges } from './changes.ts'
import { appendLines, type Compare, comparing, covers, type Line, type Lines, mergeLines, reaches } from './lines.ts'
import { noteReading, readingsUntilNow, withReadings } from './readings.ts'

const MOST_PAGES = 4 // pages that a refetch requests at most; if they do not reach the known lines, those are dropped
const KEPT_LINES = 100 // lines that stay in memory when a list leaves the screen

/** For each list, the number of the latest event that it reflects, for `changedBetween`. */
const upToDate = new WeakMap<Lines, number>()

/**
 * Lists that were shortened while off screen, or whose lines may have changed unnoticed. They are shown only until a
 * refetch has completed, which then replaces them as a whole.
 */
const outdated = new WeakSet<Lines>()

const isLines = (cached: unknown): cached is Lines => typeof cached === 'object' && cached !== null && 'lines' in cached

/**
 * Query for the loaded lines of one view. A refetch requests only the top and merges it with the known lines, so that
 * its cost does not grow with the list. In the order of waiting, it requests as much as is loaded, up to `MOST_PAGES`.
 */
export function linesQuery(filter: InboxFilter) {
  const compare = comparing(filter.sort)
  const queryKey = [...api.listInbox.key({ query: filter }), 'lines'] as const
  return queryOptions<Lines, ApiError, Lines, typeof queryKey>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const until = changesUntilNow()
      const whole = () => {
        const known = client.getQueryData<Lines>(queryKey)
        return known && !outdated.has(known) ? known : undefined
      }
      const head = await fetchHead((cursor) => fetchLines(filter, cursor, signal), whole(), compare)
      // Read the known lines now, as pages may have been appended while the top was being fetched.
      const known = whole()
      const lines =
        known && reaches(head, known, compare)
          ? mergeLines(head, known, changedBetween(upToDate.get(known) ?? 0, until), compare)
          : head
      upToDate.set(lines, until)
      return lines
    },
    structuralSharing: false,
    refetchInterval: pollWhile(() => true, { ms: 4_000, max: 30_000, live: 60_000 }),
  })
}

async function fetchHead(
  fetchPage: (cursor?: string) => Promise<Lines>,
  known: Lines | undefined,
  compare: Compare,
): Promise<Lines> {
  let head = await fetchPage()
  const page = head.lines.length
  const isEnough = () => !known || (reaches(head, known, compare) && covers(head, known, compare, page))
  for (let pages = 1; pages < MOST_PAGES && head.nextCursor !== null && !isEnough(); pages += 1)
    head = appendLines(head, head.nextCursor, await fetchPage(head.nextCursor))
  return head
}

async function fetchLines(filter: InboxFilter, cursor: string | undefined, signal?: AbortSignal): Promise<Lines> {
  const before = readingsUntilNow()
  const page = await call('listInbox', { query: { ...filter, cursor } }, { signal })
  return { lines: withReadings(page.items, before), nextCursor: page.next_cursor }
}

/**
 * Loads the page that follows the loaded lines.
 * @throws ApiError
 */
export async function loadMoreLines(client: QueryClient, filter: InboxFilter): Promise<void> {
  const { queryKey } = linesQuery(filter)
  const cursor = client.getQueryData<Lines>(queryKey)?.nextCursor
  if (!cursor) return
  const page = await fetchLines(filter, cursor)
  changeLines(client, queryKey, (known) => appendLines(known, cursor, page))
}

/** Shortens a list that leaves the screen to `KEPT_LINES`. A shortened list is fetched anew when it is shown again. */
export function trimLines(client: QueryClient, filter: InboxFilter): void {
  const { queryKey } = linesQuery(filter)
  const known = client.getQueryData<Lines>(queryKey)
  if (!known || known.lines.length <= KEPT_LINES) return
  const head = { lines: known.lines.slice(0, KEPT_LINES), nextCursor: null }
  outdated.add(head)
  client.setQueryData(queryKey, head, { updatedAt: 1 })
}

/**
 * Records which conversations change while a list is on screen, so that a refetch knows which of them have left the
 * list below its top.
 * @returns a function that stops recording; from then on a refetch replaces each list as a whole
 */
export function watchLines(client: QueryClient): () => void {
  const distrust = () => {
    for (const [, cached] of client.getQueriesData({ queryKey: api.listInbox.key() }))
      if (isLines(cached)) outdated.add(cached)
  }
  const stops = [
    watchChanges(),
    // A label's new name or color shows in any line.
    onOrganizationEvent(({ type }) => type === 'label.updated' && distrust()),
    distrust,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function changeLines(client: QueryClient, queryKey: readonly unknown[], change: (known: Lines) => Lines): void {
  // Keep the time of the last fetch, as a local change is no new answer of the server.
  const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt
  client.setQueryData<Lines>(
    queryKey,
    (known) => {
      if (!known) return known
      const next = change(known)
      upToDate.set(next, upToDate.get(known) ?? 0)
      if (outdated.has(known)) outdated.add(next)
      return next
    },
    { updatedAt },
  )
}

/**
 * Changes a conversation's line in every cached list; `undefined` removes the line.
 * @returns a function that restores each line, unless it has been changed again since
 */
export function changeLineEverywhere(
  client: QueryClient,
  conversationId: string,
  change: (line: Line) => Line | undefined,
): () => void {
  const undo: (() => void)[] = []
  for (const [queryKey, cached] of client.getQueriesData({ queryKey: api.listInbox.key() })) {
    if (!isLines(cached)) continue
    const index = cached.lines.findIndex(({ id }) => id === conversationId)
    const line = cached.lines[index]
    if (!line) continue
    const changed = change(line)
    changeLines(client, queryKey, ({ lines, nextCursor }) => ({
      lines: changed ? lines.with(index, changed) : lines.toSpliced(index, 1),
      nextCursor,
    }))
    undo.push(() =>
      changeLines(client, queryKey, (known) => ({
        lines: changed
          ? known.lines.map((other) => (other === changed ? line : other))
          : known.lines.filter(({ id }) => id !== line.id).toSpliced(index, 0, line),
        nextCursor: known.nextCursor,
      })),
    )
  }
  return () => {
    for (const putBack of undo) putBack()
  }
}

/**
 * Shows in every list how many messages of a conversation the member has read.
 * @param isTold Whether the server knows it already. If not, `noteTold` must be called once it does.
 */
export function showReading(client: QueryClient, conversationId: string, count: number, isTold: boolean): void {
  noteReading(conversationId, count, isTold)
  changeLineEverywhere(client, conversationId, (line) => ({ ...line, read_count: count }))
}

/** Finds a conversation's line in the most recently fetched list that contains it, with the time of that fetch. */
export function findLine(client: QueryClient, conversationId: string): { line: Line; at: number } | undefined {
  let latest: { line: Line; at: number } | undefined
  for (const [queryKey, cached] of client.getQueriesData({ queryKey: api.listInbox.key() })) {
    const at = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    if (!isLines(cached) || (latest && latest.at >= at)) continue
    const line = cached.lines.find(({ id }) => id === conversationId)
    if (line) latest = { line, at }
  }
  return latest
}

import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import SearchX from 'lucide-react/icons/search-x'
import { useEffect, useRef, useState } from 'react'
import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { useAgentNames } from '#dashboard/api/use-agents.ts'
import { ResponderBadge } from '#dashboard/components/conversation/responder-badge.tsx'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorNotice, ErrorState } from '#dashboard/components/error-state.tsx'
import { MarkedText } from '#dashboard/components/marked-text.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { holdKeys } from '#dashboard/lib/held-keys.ts'
import { hashOfLine } from '#dashboard/lib/line-hash.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { filtersIn, filtersOf, type InboxSearch, toConversation } from '../inbox-search.ts'
import { focusOpenThread } from '../thread/open-thread.ts'
import { Age } from './row.tsx'
import { idOfRow, isModified, placeAfter, tabStop } from './row-keys.ts'
import { toResults } from './search-field.tsx'
import { ListSkeleton, RowSkeleton } from './skeleton.tsx'

type Found = Data<'search'>['items'][number]

interface SearchResultsProps {
  search: InboxSearch
  onChange: (changed: InboxSearch) => void
  selectedId: string | undefined
  /** Whether an opened conversation covers the list, as on a phone, rather than standing beside it. */
  covers: boolean
}

/** The conversations that the server finds for the words in the search field, the latest message or note first. */
export function SearchResults({ search, onChange, selectedId, covers }: SearchResultsProps) {
  const { q = '', only } = search
  const query = {
    ...filtersOf(search),
    q: q.slice(0, limits.searchQuery),
    status: only,
    expand: 'line' as const,
  }
  const asked = JSON.stringify(query)
  const input = { query }
  // While one types on, the results of the previous words stay on screen.
  const first = api.search.useQuery({ ...input, placeholderData: (before) => before })
  const [further, setFurther] = useState<{ asked: string; cursors: readonly string[] }>({ asked, cursors: [] })
  const cursors = further.asked === asked ? further.cursors : []
  const list = useRef<HTMLUListElement>(null)
  const answered = first.data && !first.isPlaceholderData ? asked : undefined
  useEffect(() => {
    if (answered === undefined || !toResults.wanted) return
    toResults.wanted = false
    list.current?.querySelector<HTMLElement>('[data-conversation]')?.focus()
  }, [answered])
  useResultKeys(list, selectedId)

  const later = useQueries({
    queries: cursors.map((cursor) => api.search.queryOptions({ ...input, query: { ...query, cursor } })),
  })
  const last = later.at(-1) ?? first
  const next = answered === undefined ? null : last.data?.next_cursor
  const more = (cursor: string) => setFurther({ asked, cursors: [...cursors, cursor] })
  const isLastEmpty = last.data?.items.length === 0
  // The server looks through a limited number of messages and notes per request, so with filters a page may be empty.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `more` only goes on from what is shown
  useEffect(() => {
    if (isLastEmpty && next) more(next)
  }, [isLastEmpty, next])
  const found = onlyOnce([first, ...later].flatMap(({ data }) => data?.items ?? []))
  const names = useAgentNames()
  const [focusedId, setFocusedId] = useState<string>()
  const stop = tabStop(
    found.map(({ conversation_id }) => conversation_id),
    focusedId,
    selectedId,
  )

  if (!first.data) {
    if (!first.error) return <ListSkeleton />
    return <ErrorState error={first.error} onRetry={() => void first.refetch()} />
  }
  if (first.data.items.length === 0 && first.data.next_cursor === null)
    return (
      <EmptyState
        icon={SearchX}
        title="Nothing found"
        action={<Button onClick={() => onChange({ q: undefined, only: undefined })}>Clear the search</Button>}
      >
        No message, note, subject or visitor has “{q}”{filtersIn(search) > 0 && ', with the filters set'}.
      </EmptyState>
    )
  return (
    <div
      aria-busy={first.isPlaceholderData}
      className={cn('min-h-0 flex-1 overflow-y-auto overscroll-contain', first.isPlaceholderData && 'opacity-60')}
    >
      <ul
        ref={list}
        aria-label="Conversations found"
        onFocus={({ target }) => setFocusedId(idOfRow(target))}
        onKeyDown={(event) => {
          const rows = rowsIn(list)
          const to = isModified(event)
            ? undefined
            : placeAfter(event.key, rows.indexOf(event.target as HTMLElement), rows.length)
          if (to === undefined) return
          event.preventDefault()
          rows[to]?.focus()
        }}
      >
        {found.map((one) => (
          <li key={one.conversation_id}>
            <Result
              found={one}
              agentName={names.get(one.agent_id)}
              isSelected={one.conversation_id === selectedId}
              isAnySelected={selectedId !== undefined}
              isStop={one.conversation_id === stop}
              covers={covers}
            />
          </li>
        ))}
        {last.isPending && (
          <li>
            <RowSkeleton />
          </li>
        )}
        {!last.data && last.error && (
          <li>
            <ErrorNotice error={last.error} onRetry={() => void last.refetch()} className="m-3" />
          </li>
        )}
        {next && (
          <li className="flex justify-center p-3">
            <Button
              size="sm"
              onClick={() => {
                rowsIn(list).at(-1)?.focus() // as this button goes away, and the next results come below
                more(next)
              }}
            >
              Show more
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}

/** Each conversation once, as one that changes meanwhile may be on two pages, and none whose line is not told. */
const onlyOnce = (all: readonly Found[]): Found[] => [
  ...new Map(all.filter(({ line }) => line).map((found) => [found.conversation_id, found])).values(),
]

const rowsIn = (list: { current: HTMLElement | null }): HTMLElement[] => [
  ...(list.current?.querySelectorAll<HTMLElement>('[data-conversation]') ?? []),
]

interface ResultProps {
  found: Found
  /** Undefined where there is only one agent. */
  agentName: string | undefined
  isSelected: boolean
  isAnySelected: boolean
  /** Whether Tab leads to this row, of all rows of the list. */
  isStop: boolean
  covers: boolean
}

/** A conversation with the message, note or part of the visitor's data in which the words were found. */
function Result({ found, agentName, isSelected, isAnySelected, isStop, covers }: ResultProps) {
  const { line, conversation_id, agent_id, position, excerpt, marks } = found
  if (!line) return null
  return (
    <Link
      {...toConversation(agent_id, conversation_id)}
      {...hashOfLine(position)}
      state={covers ? { above: true } : (state) => state}
      replace={isAnySelected && !covers}
      onClick={() => (isSelected ? focusOpenThread() : holdKeys(conversation_id))}
      data-conversation={conversation_id}
      tabIndex={isStop ? 0 : -1}
      aria-current={isSelected ? 'true' : undefined}
      className={cn(
        'flex flex-col gap-0.5 border-line border-b px-3 py-2.5 hover:bg-hover focus-visible:outline-offset-[-2px]',
        isSelected && 'bg-hover shadow-[inset_2px_0_0_var(--ink)]',
      )}
    >
      <span className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{visitorName(line.chat_user)}</span>
        <span className="shrink-0 text-muted text-xs">
          <ResponderBadge conversation={line} plain />
        </span>
        <Age at={line.last_message?.created_at ?? line.updated_at} />
      </span>
      <MarkedText text={excerpt} marks={marks} className="line-clamp-2 break-words text-muted text-sm" />
      {agentName && <span className="truncate text-muted text-xs">{agentName}</span>}
    </Link>
  )
}

/** Registers `j` and `k`, which open the next and the previous result. */
function useResultKeys(list: { current: HTMLElement | null }, selectedId: string | undefined): void {
  const step = (by: 1 | -1) => {
    const rows = rowsIn(list)
    const at = rows.findIndex((row) => row.dataset.conversation === selectedId)
    const row = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
    if (!row || row.dataset.conversation === selectedId) return
    row.focus()
    row.click()
  }
  useShortcut('j', 'Next conversation', () => step(1), { whileHeld: true })
  useShortcut('k', 'Previous conversation', () => step(-1), { whileHeld: true })
}

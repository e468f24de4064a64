import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Inbox from 'lucide-react/icons/inbox'
import type { Data } from '#contract/index.ts'
import type { OverviewNumber } from '#contract/overview-words.ts'
import { api } from '#dashboard/api/api.ts'
import type { ApiError } from '#dashboard/api/api-error.ts'
import { call } from '#dashboard/api/client.ts'
import { lastLineOf } from '#dashboard/components/conversation/last-line.ts'
import { ResponderBadge } from '#dashboard/components/conversation/responder-badge.tsx'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Sheet } from '#dashboard/ui/sheet.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { FRESH_MS, type Owner } from './overview-query.ts'
import type { OverviewSearch } from './overview-search.ts'
import { numberWords, partWords, rangeWords } from './words.ts'

type Page = Data<'listOverviewConversations'>

interface BehindPanelProps {
  owner: Owner
  search: OverviewSearch & { number: OverviewNumber }
  /** Sentence that explains how the number is counted; undefined until it is loaded. */
  how: string | undefined
  onClose: () => void
}

/** A panel that explains how a number is counted, and lists the conversations that it counts. */
export function BehindPanel({ owner, search, how, onClose }: BehindPanelProps) {
  const { number, part } = search
  const found = useBehind(owner, search)
  const items = found.data?.pages.flatMap((page) => page.items)
  const words = part ? (partWords[part] ?? part) : undefined
  const long = number === 'waiting' ? '' : `, ${rangeWords[search.range ?? '7d'].long}`
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={words ? `${numberWords[number]} · ${words}` : numberWords[number]}
      description={`Conversations${long}`}
    >
      {how && <p className="border-line border-b bg-sunken px-5 py-3 text-pretty text-ink-soft text-sm">{how}</p>}
      {items === undefined ? (
        <NotLoaded query={found} large placeholder={<Loading />} />
      ) : items.length === 0 && !found.hasNextPage ? (
        <EmptyState icon={Inbox} title="None to show">
          {number === 'waiting' ? 'Nobody waits for a person.' : 'There was none, or they have been deleted since.'}
        </EmptyState>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <Line key={item.id} item={item} />
            ))}
          </ul>
          {found.error && (
            <ErrorNotice error={found.error} className="m-5" onRetry={() => void found.fetchNextPage()} />
          )}
          {found.hasNextPage && (
            <div className="flex justify-center p-4">
              <Button pending={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
    </Sheet>
  )
}

function useBehind(owner: Owner, { number, part, range, channel, agent }: BehindPanelProps['search']) {
  const query = { number, part, range: range ?? ('7d' as const), channel }
  const key =
    'agent' in owner
      ? api.listAgentOverviewConversations.key({ params: owner, query })
      : api.listOverviewConversations.key({ params: owner, query: { ...query, agent } })
  return useInfiniteQuery<Page, ApiError, { pages: Page[] }, readonly unknown[], string | undefined>({
    queryKey: [...key, 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      'agent' in owner
        ? call('listAgentOverviewConversations', { params: owner, query: { ...query, cursor } }, { signal })
        : call('listOverviewConversations', { params: owner, query: { ...query, agent, cursor } }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    refetchInterval: FRESH_MS,
  })
}

function Line({ item }: { item: Page['items'][number] }) {
  return (
    <li className="relative flex flex-col gap-0.5 px-5 py-3 hover:bg-hover">
      <div className="flex items-baseline gap-2">
        <Link
          to="/inbox/$agentId/$conversationId"
          params={{ agentId: item.agent_id, conversationId: item.id }}
          search={{ agent: item.agent_id, view: viewOf(item) }}
          dir="auto"
          className="min-w-0 flex-1 truncate font-medium after:absolute after:inset-0"
        >
          {visitorName(item.chat_user)}
        </Link>
        <ResponderBadge conversation={item} />
        <RelativeTime value={item.created_at} className="shrink-0 text-muted text-sm" />
      </div>
      <p dir="auto" className="line-clamp-2 break-words text-ink-soft text-sm">
        {lastLineOf(item)}
      </p>
    </li>
  )
}

/** The inbox view that lists a conversation; undefined for the default, `open`: all that people answer. */
function viewOf({ status, response_mode, snoozed_until }: Page['items'][number]) {
  if (status === 'closed') return 'closed'
  if (snoozed_until !== null) return 'snoozed'
  return response_mode === 'ai' ? 'ai' : undefined
}

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-4 p-5">
      <span className="sr-only">Loading the conversations</span>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index.toString()} className="h-9 w-full" />
      ))}
    </div>
  )
}

import { getRouteApi, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import SquarePen from 'lucide-react/icons/square-pen'
import { useCallback, useEffect, useRef } from 'react'
import { ErrorNotice, ErrorState } from '#dashboard/components/error-state.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { late } from '#dashboard/lib/late.tsx'
import { newMail } from '#dashboard/lib/new-mail.ts'
import { waitingCount } from '#dashboard/lib/page-title.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { registeredShortcuts, useShortcut } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { useMediaQuery } from '#dashboard/lib/use-media-query.ts'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { type InboxSearch, viewOf, withoutDetails } from './inbox-search.ts'
import { chooseNothing, chosen } from './list/chosen.ts'
import { ListFilters } from './list/filters.tsx'
import { comparing } from './list/lines.ts'
import { ListSkeleton } from './list/skeleton.tsx'
import { useDeparted } from './list/use-departed.ts'
import { useLines } from './list/use-lines.ts'
import { useListKeys } from './list/use-list-keys.ts'
import { useStableOrder } from './list/use-stable-order.ts'
import { ViewTabs } from './list/view-tabs.tsx'
import { NotificationMenu } from './notifications/menu.tsx'
import { useOpenOutbox } from './reply/use-open-outbox.ts'

// Loaded separately, as its virtual list has 10 kB (gzip), while the conversations are being fetched.
const ConversationList = late(() => import('./inbox-parts.ts'), 'ConversationList', <ListSkeleton />)

const ListEmpty = late(() => import('./inbox-parts.ts'), 'ListEmpty')

const writeMail = () => newMail.set('empty')

const NewMail = late(() => import('./reply/new-mail.tsx'), 'NewMail')

const BulkBar = late(() => import('./bulk/bar.tsx'), 'BulkBar')

const SearchResults = late(() => import('./list/search-results.tsx'), 'SearchResults', <ListSkeleton />)

/**
 * Fetches the code that the page shows at once. Without it, React shows a Suspense fallback and keeps that for at least
 * 300 ms.
 */
export const prepareInbox = () => Promise.all([ConversationList.preload(), ListEmpty.preload()])

const route = getRouteApi('/_app/inbox')

/** The inbox: the list of conversations at the left, the open one beside it, or in its place on a narrow screen. */
export function InboxPage() {
  const search = route.useSearch()
  // Not the route's own `navigate`: relative to it, `.` is the inbox alone and would close the open conversation.
  const navigate = useNavigate()
  const { conversationId } = useParams({ strict: false })
  const isBeside = useMediaQuery('(min-width: 768px)')
  const { query, filter, lines: current, loaded, end } = useLines(search)
  const { lines, pointer, learn } = useStableOrder(current, filter, loaded, comparing(filter.sort))
  useDeparted(lines, loaded, viewOf(search), learn)
  const reveal = useRef<((index: number) => void) | null>(null)
  const isSearch = search.q !== undefined
  useListKeys({ lines, selectedId: conversationId, isBeside, reveal, enabled: !isSearch })
  useOpenOutbox()
  const { may } = usePermissions()
  const mail = useStore(newMail)
  useShortcut('', 'New mail', writeMail, { enabled: may('beginByEmail') })
  const isChoosing = useStore(chosen).size > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice of rows ends when another list is shown
  useEffect(() => chooseNothing, [filter, isSearch])

  const change = useCallback(
    (changed: InboxSearch) =>
      void navigate({
        to: '.',
        search: (before: InboxSearch) => withoutUndefined({ ...withoutDetails(before), ...changed }),
        replace: 'q' in changed,
      }),
    [navigate],
  )

  return (
    <div className="flex h-full min-h-0">
      <h1 className="sr-only">Inbox</h1>
      {conversationId && <SkipToReply />}
      <WaitingAnnouncer />
      <section
        aria-label="Conversations"
        className={cn(
          'flex w-full shrink-0 flex-col border-line bg-surface md:w-84 md:border-r lg:w-88',
          conversationId && 'max-md:hidden',
        )}
      >
        <header className="flex h-14 shrink-0 items-center justify-between gap-2 border-line px-3">
          <p aria-hidden className="font-semibold text-lg tracking-tight">
            Inbox
          </p>
          <div className="flex items-center gap-1">
            {may('beginByEmail') && (
              <IconButton icon={SquarePen} label="New mail" onPointerEnter={NewMail.preload} onClick={writeMail} />
            )}
            <NotificationMenu />
          </div>
        </header>
        <ViewTabs search={search} />
        <div className="relative">
          <div inert={isChoosing}>
            <ListFilters search={search} onChange={change} />
          </div>
          {isChoosing && <BulkBar lines={lines} />}
        </div>
        {isSearch ? (
          <SearchResults search={search} onChange={change} selectedId={conversationId} covers={!isBeside} />
        ) : (
          <>
            {query.error && query.data && (
              <ErrorNotice error={query.error} onRetry={() => void query.refetch()} className="m-3" />
            )}
            {!query.data ? (
              query.error ? (
                <ErrorState error={query.error} onRetry={() => void query.refetch()} />
              ) : (
                <ListSkeleton />
              )
            ) : lines.length === 0 ? (
              <ListEmpty search={search} onChange={change} />
            ) : (
              <ConversationList
                key={JSON.stringify(filter)}
                lines={lines}
                pointer={pointer}
                selectedId={conversationId}
                covers={!isBeside}
                end={end}
                reveal={reveal}
              />
            )}
          </>
        )}
      </section>
      {mail && <NewMail taken={mail === 'empty' ? undefined : mail} />}
      <div className={cn('min-w-0 flex-1', !conversationId && 'max-md:hidden')}>
        <Outlet />
      </div>
    </div>
  )
}

/** Leads a keyboard past the list, where that stands beside the conversation. */
function SkipToReply() {
  return (
    <button
      type="button"
      onClick={() =>
        registeredShortcuts
          .get()
          .findLast(({ keys }) => keys === 'r')
          ?.run()
      }
      className="-translate-y-16 fixed max-md:hidden top-2 left-2 z-50 rounded bg-ink px-3 py-2 text-on-ink focus:translate-y-0"
    >
      Skip to reply
    </button>
  )
}

function WaitingAnnouncer() {
  const waiting = useStore(waitingCount)
  return (
    <p aria-live="polite" className="sr-only">
      {waiting === 0 ? 'Nobody waits for a person' : `${waiting} waiting for a person`}
    </p>
  )
}

function withoutUndefined(search: InboxSearch): InboxSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

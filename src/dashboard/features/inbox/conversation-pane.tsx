import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isApiError } from '#dashboard/api/api-error.ts'
import { useAgents } from '#dashboard/api/use-agents.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePageTitle } from '#dashboard/lib/page-title.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { DetailsPanel } from './details/panel.tsx'
import { useDetails } from './details/use-details.ts'
import { withoutDetails } from './inbox-search.ts'
import { useStepBack } from './step-back.ts'
import { ConversationBar } from './thread/bar.tsx'
import { focusOpenThread } from './thread/open-thread.ts'
import { type ConversationIds, conversationQuery, threadQuery } from './thread/query.ts'
import { BarSkeleton, ThreadSkeleton } from './thread/skeleton.tsx'
import { useConversationActions } from './thread/use-conversation-actions.ts'

// Loaded separately, as its virtual list has 10 kB (gzip): the bar is shown first, and this code loads along with the
// messages.
const ThreadArea = late(() => import('./inbox-parts.ts'), 'ThreadArea', <ThreadSkeleton />)

const ConversationGone = late(() => import('./inbox-parts.ts'), 'ConversationGone')
const Details = late(() => import('./inbox-parts.ts'), 'Details')
const HandlingArea = late(() => import('./inbox-parts.ts'), 'HandlingArea')
const DeleteConversationDialog = late(() => import('./inbox-parts.ts'), 'DeleteConversationDialog')

/**
 * Fetches the code that the pane shows at once. Without it, React shows a Suspense fallback and keeps that for at least
 * 300 ms.
 */
export const prepareConversation = () => Promise.all([ThreadArea.preload(), Details.preload(), HandlingArea.preload()])

/** The pane of one conversation, mounted anew for each, so that no state of the previous one remains. */
export function ConversationPane(ids: ConversationIds) {
  const client = useQueryClient()
  const conversation = useQuery(conversationQuery(client, ids))
  const thread = useQuery(threadQuery(ids))
  const agent = useAgents().data?.find(({ id }) => id === ids.agentId)
  const actions = useConversationActions(ids)
  const details = useDetails()
  const leave = useLeave()
  const [deleting, setDeleting] = useState(false)
  const [askedToDelete, setAskedToDelete] = useState(false)
  // It may have been fetched before a person's reply that is on screen already; after a reply nobody waits.
  const isAnswered = thread.data?.messages.at(-1)?.role === 'human'
  const data = conversation.data && {
    ...conversation.data,
    ...actions.asked,
    ...(isAnswered && { waiting_since: null, not_answered: false }),
  }
  const visitor = data ? visitorName(data.chat_user) : ''
  usePageTitle(visitor || 'Inbox')
  useShortcut('enter', 'Open the conversation', focusOpenThread)

  const error = conversation.error ?? thread.error
  const isGone = isApiError(error, 'resource_not_found', 'forbidden')
  // While the dialog to delete it is open, the pane stays: the dialog reports the deletion and then goes back.
  if (error && ((isGone && !deleting) || !data || !thread.data))
    return (
      <ConversationGone
        conversationId={ids.conversationId}
        error={error}
        onBack={leave}
        onRetry={() => {
          void conversation.refetch()
          void thread.refetch()
        }}
      />
    )

  return (
    <div className="flex h-full min-h-0">
      {!(details.room === 'instead' && details.shown) && (
        <div className="flex min-w-0 flex-1 flex-col bg-canvas">
          {data ? (
            <ConversationBar
              conversation={data}
              agent={agent}
              actions={actions}
              detailsShown={details.shown}
              onBack={leave}
              onDetails={details.toggle}
              onUnread={() => {
                const total = thread.data?.total ?? 0
                void import('./inbox-parts.ts').then(({ markUnread }) => markUnread(client, ids, total))
                leave()
              }}
              onDelete={() => {
                setDeleting(true)
                setAskedToDelete(true)
              }}
            />
          ) : (
            <BarSkeleton onBack={leave} />
          )}
          {actions.error && (
            <ErrorNotice
              error={actions.error}
              onRetry={actions.retry}
              action={
                <Button size="sm" onClick={actions.dismiss}>
                  Dismiss
                </Button>
              }
              className="m-3 mb-0"
            />
          )}
          {data && thread.data ? (
            <ThreadArea ids={ids} conversation={data} thread={thread.data} agent={agent} actions={actions} />
          ) : (
            <ThreadSkeleton />
          )}
        </div>
      )}
      {data && (
        <DetailsPanel room={details.room} shown={details.shown} onClose={details.close}>
          <Details
            conversation={data}
            agentId={ids.agentId}
            agent={agent}
            messageCount={thread.data?.total}
            facts={thread.data?.visitor}
            brief={thread.data?.brief}
          />
        </DetailsPanel>
      )}
      {data && <HandlingArea conversation={data} isDisabled={agent?.is_disabled ?? false} />}
      {askedToDelete && (
        <DeleteConversationDialog
          ids={ids}
          visitor={visitor}
          messageCount={thread.data?.total ?? 0}
          open={deleting}
          onOpenChange={setDeleting}
          onDeleted={leave}
        />
      )}
    </div>
  )
}

function useLeave(): () => void {
  const navigate = useNavigate()
  return useStepBack(() => void navigate({ to: '/inbox', search: withoutDetails, replace: true }))
}

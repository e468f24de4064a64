import type { QueryClient } from '@tanstack/react-query'
import type { StreamEvent, StreamEventName } from '#contract/events.ts'
import type { RouteName } from '#contract/routes.ts'
import { followStream } from './event-stream.ts'
import { invalidateAny } from './invalidation.ts'
import { streamConnected, tellListeners } from './organization-events.ts'
import { stretch } from './rate-budget.ts'

const COALESCE_MS = 50 // events this close together cause one round of refetching

const inboxQueries = ['listInbox', 'getInboxSummary', 'listConversations'] as const

const crawledQueries = ['listCrawls', 'listCrawlSources'] as const

/** What each kind of event makes stale. */
const staleAfter = {
  'agent.created': ['listAgents'],
  'agent.updated': ['getAgent', 'listAgents', 'getAgentSettings'],
  'agent.deleted': ['listAgents', ...inboxQueries],
  'source.created': ['listSources', 'getOrganization', ...crawledQueries],
  'source.updated': ['listSources', 'getSource', 'getTrainingJob', ...crawledQueries],
  'source.deleted': ['listSources', 'getOrganization', ...crawledQueries],
  'crawl.updated': ['getCrawl', 'getCrawlReport', 'listCrawls'],
  'conversation.created': inboxQueries,
  'conversation.updated': ['getConversation', ...inboxQueries],
  'conversation.handed_over': ['getConversation', ...inboxQueries],
  'conversation.deleted': ['getConversation', 'listMessages', ...inboxQueries],
  'message.created': ['listMessages', 'getConversation', ...inboxQueries],
  'message.updated': ['listMessages', 'getAnswerTrace'],
  'reply.discarded': ['listUnsentReplies'],
  'webhook_endpoint.updated': ['listWebhookEndpoints', 'listWebhookUrls'],
  'webhook_delivery.updated': ['listWebhookDeliveries'],
} as const satisfies Record<StreamEventName, readonly RouteName[]>

/**
 * Opens the organization's event stream: every event makes its queries stale and is passed on to the listeners.
 * @returns a function that closes the stream.
 */
export function openStream(organizationId: string, client: QueryClient): () => void {
  const refresh = coalesce(client)
  const refreshAll = () => invalidateAny(client, [{ names: Object.values(staleAfter).flat() }])
  let wasConnected = false
  let isOver = false
  const close = followStream(new URL(`/api/v1/organizations/${organizationId}/events`, location.href), {
    onEvent: (event) => {
      refresh.add(event)
      tellListeners(event)
    },
    onConnected: (connected) => {
      if (connected === streamConnected.get()) return
      streamConnected.set(connected)
      // Nobody tells what changed between the page's first answers and this, nor what changes without it; polling takes
      // its new pace from here, and whoever is signed out hears of it.
      if (!isOver && (!connected || !wasConnected)) refreshAll()
      wasConnected ||= connected
    },
    onGap: refreshAll,
  })
  return () => {
    isOver = true
    refresh.stop()
    close()
  }
}

/** Gathers events for a moment, longer when the request budget runs low, and refetches once for all of them. */
function coalesce(client: QueryClient) {
  const waiting = new Map<string, StreamEvent>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    timer = undefined
    const told = [...waiting.values()].map((event) => ({
      names: staleAfter[event.type] ?? [],
      params: eventParams(event),
    }))
    waiting.clear()
    invalidateAny(client, told)
  }

  return {
    add: (event: StreamEvent) => {
      waiting.set(JSON.stringify(event), event)
      timer ??= setTimeout(flush, Math.max(stretch('read', COALESCE_MS), stretch('polling', COALESCE_MS)))
    },
    stop: () => clearTimeout(timer),
  }
}

function eventParams(event: StreamEvent): Record<string, string> {
  const params = {
    agent: event.agent_id,
    conversation: event.conversation_id,
    message: event.message_id,
    source: event.source_id,
    endpoint: event.endpoint_id,
    delivery: event.delivery_id,
    taskId: event.task_id,
  }
  return Object.fromEntries(Object.entries(params).filter(([, id]) => id !== undefined)) as Record<string, string>
}

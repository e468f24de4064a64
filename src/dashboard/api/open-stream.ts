import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { StreamEvent } from '#contract/events.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { followStream } from './event-stream.ts'
import { invalidateAny, isStale } from './invalidation.ts'
import { sessionEnded } from './session-state.ts'
import { staleAfterEvent, toldByEvents } from './stale-after.ts'
import { streamConnected, takeMark, tellListeners } from './stream-state.ts'

const COALESCE_MS = 50 // milliseconds; events this close together cause one round of refetching

/** Opens the stream: each event marks the queries that it affects as stale, and goes to the listeners. */
export function openStream(organizationId: string, client: QueryClient): () => void {
  const refresh = coalesce(client)
  const refreshAll = () => invalidateAny(client, [{ names: toldByEvents }])
  const readSessionAgain = () => invalidateAny(client, [{ names: ['getSession'] }])
  let isOver = false
  const close = followStream(
    new URL(`/api/v1/organizations/${organizationId}/events`, location.href),
    takeMark(organizationId),
    {
      onEvent: (event) => {
        refresh.add(event)
        if (event.type === 'member.updated' || event.type === 'organization.updated') readSessionAgain()
        tellListeners(event)
      },
      onConnected: (connected) => {
        if (connected === streamConnected.get()) return
        streamConnected.set(connected)
        if (connected) recomputePolling(client)
        // Refetching resumes fast polling, and brings a 401 or 403 if the person was signed out or removed.
        else if (!isOver) {
          refreshAll()
          readSessionAgain()
        }
      },
      onGap: refreshAll,
      // No event reports a change made before `at`, so data fetched before then may be outdated.
      onBeginning: (at) =>
        void client.invalidateQueries({
          predicate: ({ queryKey, state }) =>
            isStale(queryKey, toldByEvents) && state.dataUpdatedAt > 0 && state.dataUpdatedAt <= at,
        }),
    },
  )
  return () => {
    isOver = true
    refresh.stop()
    close()
  }
}

/** Makes polled queries compute their interval anew; the one they have is for when the stream is not connected. */
function recomputePolling(client: QueryClient): void {
  for (const { observers } of client.getQueryCache().findAll({ type: 'active' }))
    for (const observer of observers) observer.setOptions(observer.options)
}

/** Collects events for a short time, and refetches once for all of them. */
function coalesce(client: QueryClient) {
  const waiting = new Map<string, StreamEvent>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    timer = undefined
    const told = [...waiting.values()].map((event) => ({
      names: staleAfterEvent(event.type),
      params: eventParams(event),
    }))
    waiting.clear()
    invalidateAny(client, told)
  }

  return {
    add: (event: StreamEvent) => {
      waiting.set(JSON.stringify(event), event)
      timer ??= setTimeout(flush, COALESCE_MS)
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

/** Keeps the data on screen fresh while the session lasts. */
export function OrganizationEvents({ organizationId }: { organizationId: string }): null {
  const client = useQueryClient()
  const isOver = useStore(sessionEnded)
  useEffect(() => {
    if (!isOver) return openStream(organizationId, client)
  }, [organizationId, client, isOver])
  return null
}

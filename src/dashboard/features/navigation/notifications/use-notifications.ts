import { keepPreviousData } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import type { Answer } from '#dashboard/api/types.ts'

export type Notification = Answer<'listNotifications'>['items'][number]

export const PAGE = 30 // the bell and the open panel share this request

/** The latest notifications, and how many are unread. */
export function useNotifications(limit = PAGE) {
  return api.listNotifications.useQuery({
    query: { limit },
    refetchInterval: pollWhile(() => true, { ms: 10_000, max: 60_000, live: 60_000 }),
    placeholderData: keepPreviousData,
  })
}

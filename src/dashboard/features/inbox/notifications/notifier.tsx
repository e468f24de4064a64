import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { notificationPath } from '#contract/notification-words.ts'
import { api } from '#dashboard/api/api.ts'
import { call } from '#dashboard/api/client.ts'
import type { OwnSettings } from '#dashboard/api/own-settings.ts'
import { onOrganizationEvent } from '#dashboard/api/stream-state.ts'
import { playChime, showNotification } from '#dashboard/lib/browser-notices.ts'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import type { Line } from '../list/lines.ts'
import { isHeldBack } from './held-back.ts'
import { inOneTab } from './in-one-tab.ts'
import { isOwnTakeover } from './own-takeovers.ts'

const SETTLE_MS = 150 // milliseconds within which all events of one handover arrive

/** Watches for visitors who begin to wait for the member or for nobody, unless it is by the member's own takeover. */
export function Notifier({ settings }: { settings: OwnSettings }) {
  const navigate = useNavigate()
  const { data } = api.getInboxSummary.useQuery()
  const waiting = data?.waiting
  const known = useRef<{ count: number; since: string } | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const tell = useEffectEvent((line: Line) => {
    if (isHeldBack(settings)) return
    const { sound, desktop } = settings.notifications.kinds.waiting
    if (sound) void playChime()
    if (!desktop) return
    void showNotification({
      title: `${visitorName(line.chat_user)} is waiting for a person`,
      body: line.last_message?.excerpt ?? '',
      tag: line.id,
      path: notificationPath('waiting', line.agent_id, line.id),
      onClick: () =>
        void navigate({
          to: '/inbox/$agentId/$conversationId',
          params: { agentId: line.agent_id, conversationId: line.id },
          search: {},
        }),
    })
  })

  const look = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(async () => {
      const pages = (['unassigned', 'mine'] as const).map((view) =>
        call('listInbox', { query: { view } }).catch(() => undefined),
      )
      const items = (await Promise.all(pages)).flatMap((page) => page?.items ?? [])
      if (!known.current) return
      const { since } = known.current
      const fresh = items.filter(({ waiting_since }) => waiting_since !== null && waiting_since > since)
      known.current.since = latestWait(items, since)
      for (const line of fresh)
        void inOneTab(`waiting.${line.id}.${line.waiting_since}`, () => !isOwnTakeover(line.id) && tell(line))
    }, SETTLE_MS)
  })

  useEffect(() => {
    if (waiting === undefined) return
    const before = known.current
    known.current = { count: waiting, since: before?.since ?? new Date().toISOString() }
    if (before && waiting > before.count) look()
  }, [waiting])

  // When one visitor begins to wait as another stops, the count stays equal, so events are followed too.
  useEffect(() => {
    const stop = onOrganizationEvent(({ type }) => {
      if (type === 'conversation.handed_over') look()
    })
    return () => {
      stop()
      clearTimeout(timer.current)
    }
  }, [])
  return null
}

function latestWait(lines: readonly Line[], since: string): string {
  return lines.reduce(
    (latest, { waiting_since }) => (waiting_since && waiting_since > latest ? waiting_since : latest),
    since,
  )
}

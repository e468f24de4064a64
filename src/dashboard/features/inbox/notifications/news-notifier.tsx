import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { StreamEvent } from '#contract/events.ts'
import { failingAccount, notificationPath, notificationSentence } from '#contract/notification-words.ts'
import { api } from '#dashboard/api/api.ts'
import { call } from '#dashboard/api/client.ts'
import type { OwnSettings } from '#dashboard/api/own-settings.ts'
import { onOrganizationEvent } from '#dashboard/api/stream-state.ts'
import { playChime, showNotification } from '#dashboard/lib/browser-notices.ts'
import { isHeldBack } from './held-back.ts'
import { inOneTab } from './in-one-tab.ts'

type News = NonNullable<StreamEvent['news']>

/** Tells of news as the member has chosen, except of waits, of which `Notifier` tells as they begin. */
export function NewsNotifier({ settings }: { settings: OwnSettings }) {
  const client = useQueryClient()
  const navigate = useNavigate()

  const show = async (news: News) => {
    const { id, kind, count, actor_id, agent_id, conversation_id } = news
    const members = await client.ensureQueryData(api.listMembers.queryOptions())
    const { items } = await call('listNotifications', { query: { limit: 10 } })
    const item = items.find((listed) => listed.id === id)
    const path = notificationPath(kind, agent_id, conversation_id, failingAccount(news))
    const who = members.find(({ user_id }) => user_id === actor_id)?.name ?? null
    await showNotification({
      title: notificationSentence(kind, who, count, failingAccount(news)),
      body: [item?.excerpt, item?.detail].filter((line) => line).join('\n'),
      tag: conversation_id ?? id,
      path,
      onClick: () => void navigate({ to: path }),
    })
  }
  const tell = useEffectEvent((news: News) => {
    const isOpen = document.hasFocus() && location.pathname.endsWith(`/${news.conversation_id}`)
    if (news.kind === 'waiting' || isOpen || isHeldBack(settings)) return
    const { sound, desktop } = settings.notifications.kinds[news.kind]
    if (!sound && !desktop) return
    void inOneTab(`news.${news.id}`, () => {
      if (sound) void playChime()
      if (desktop) show(news).catch(() => undefined) // the list tells of it
    })
  })
  useEffect(() => onOrganizationEvent(({ news }) => news && tell(news)), [])
  return null
}

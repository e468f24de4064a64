import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { call } from '#dashboard/api/client.ts'
import type { OwnSettings } from '#dashboard/api/own-settings.ts'
import { renewPush } from '#dashboard/api/push-subscription.ts'
import { useOrganization, useSession } from '#dashboard/api/session.ts'
import { browserZone } from '#dashboard/lib/time.ts'
import { NewsNotifier } from './news-notifier.tsx'
import { Notifier } from './notifier.tsx'

/** What tells the member in this browser, and keeps what is pushed to it going. */
export function Tellers({ settings }: { settings: OwnSettings }) {
  const organization = useOrganization().id
  const userId = useSession().user.id
  const navigate = useNavigate()
  const { kinds, quiet_hours, time_zone } = settings.notifications
  const { sound, desktop } = kinds.waiting
  const follow = useEffectEvent(({ data }: MessageEvent<{ open?: string }>) => {
    if (typeof data?.open === 'string') void navigate({ to: data.open })
  })

  useEffect(() => {
    renewPush(organization, userId).catch(() => undefined) // tried again with the next page
  }, [organization, userId])
  useEffect(() => {
    // A click on a pushed message, which the service worker passes on.
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined
    const onMessage = (event: MessageEvent) => follow(event)
    worker?.addEventListener('message', onMessage)
    return () => worker?.removeEventListener('message', onMessage)
  }, [])
  useEffect(() => {
    const zone = browserZone()
    if (quiet_hours === null || zone === time_zone) return
    const body = { notifications: { time_zone: zone } }
    call('updateOwnMember', { body }).catch(() => undefined) // told with the next page
  }, [quiet_hours, time_zone])
  return (
    <>
      {(sound || desktop) && <Notifier settings={settings} />}
      <NewsNotifier settings={settings} />
    </>
  )
}

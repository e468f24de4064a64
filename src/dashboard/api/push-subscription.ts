import { notificationState } from '#dashboard/lib/browser-notices.ts'
import { canReceivePush, pushWorker, startPushWorker } from '#dashboard/lib/push-worker.ts'
import { readStored, writeStored } from '#dashboard/lib/stored.ts'
import { isApiError } from './api-error.ts'
import { call } from './client.ts'

/** What this browser remembers of an organization: whose messages it receives, and under which id. */
interface Kept {
  userId: string
  id: string
}

const keptAs = (organization: string): string => `push.${organization}`

function readKept(organization: string, userId: string): Kept | undefined {
  const kept = JSON.parse(readStored(keptAs(organization)) ?? 'null') as Kept | null
  return kept?.userId === userId ? kept : undefined
}

/** Whether this browser is to receive what the member is pushed. */
export const isPushOn = (organization: string, userId: string): boolean =>
  notificationState() === 'granted' && readKept(organization, userId) !== undefined

/** Subscribes this browser with the server's key, and tells the server. */
export async function startPush(organization: string, userId: string, publicKey: string): Promise<void> {
  const { pushManager } = await startPushWorker()
  let subscription = await pushManager.getSubscription()
  if (subscription && !isOfKey(subscription, publicKey)) {
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  await tellServer(organization, userId, subscription)
}

/** Ends what this browser is pushed. */
export async function endPush(organization: string, userId: string): Promise<void> {
  const kept = readKept(organization, userId)
  writeStored(keptAs(organization), undefined)
  if (!kept) return
  const params = { organization, subscription: kept.id }
  await call('deletePushSubscription', { params }).catch((error: unknown) => {
    if (!isApiError(error) || error.status !== 404) throw error // has ended already, with its session
  })
}

/** Tells the server of this browser again, as each session that ends takes its subscription along. */
export async function renewPush(organization: string, userId: string): Promise<void> {
  if (!canReceivePush() || !isPushOn(organization, userId)) return
  const subscription = await (await pushWorker())?.pushManager.getSubscription()
  if (subscription) await tellServer(organization, userId, subscription)
}

async function tellServer(organization: string, userId: string, subscription: PushSubscription): Promise<void> {
  const { keys } = subscription.toJSON()
  const { endpoint } = subscription
  const body = { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } }
  const { id } = await call('createPushSubscription', { params: { organization }, body })
  writeStored(keptAs(organization), JSON.stringify({ userId, id }))
}

function isOfKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...key))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}

/** The service worker that receives pushed messages. Its scope has no page, so it controls and caches nothing. */
const WORKER = '/push/worker.js'

const SCOPE = '/push/'

/** Whether the browser can receive pushed messages; not on pages that are not secure, such as plain HTTP. */
export const canReceivePush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

/** The registered service worker; undefined if there is none. */
export const pushWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  canReceivePush() ? navigator.serviceWorker.getRegistration(SCOPE) : undefined

/** Registers the service worker, and waits until it is active. */
export async function startPushWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  const worker = registration.active ?? registration.waiting ?? registration.installing
  if (worker && worker.state !== 'activated')
    await new Promise<void>((resolve) => {
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve())
    })
  return registration
}

import { pushWorker } from './push-worker.ts'

/** Whether the browser permits notifications; `unsupported` also on pages that are not secure, such as plain HTTP. */
type NotificationState = NotificationPermission | 'unsupported'

export function notificationState(): NotificationState {
  return 'Notification' in window && window.isSecureContext ? Notification.permission : 'unsupported'
}

export async function askForNotifications(): Promise<NotificationState> {
  return notificationState() === 'default' ? Notification.requestPermission() : notificationState()
}

/** Why a browser shows none, in sentences that say what can be done about it. */
export const blockedBecause: Partial<Record<NotificationState, string>> = {
  denied: 'This browser blocks notifications from here. Allow them in the site settings, beside the address.',
  unsupported: 'This browser shows notifications only for pages served over https.',
}

interface DesktopNotification {
  title: string
  body: string
  /** Of notifications with equal tags, even pushed ones or those of other tabs, the newest replaces the others. */
  tag: string
  /** The path of the dashboard to go to when it is clicked. */
  path?: string
  onClick?: () => void
}

/**
 * Shows a notification if the browser permits it. Where messages are pushed too, their service worker shows it, which
 * lets one about the same replace the other instead of doubling it.
 */
export async function showNotification({ title, body, tag, path, onClick }: DesktopNotification): Promise<void> {
  if (notificationState() !== 'granted') return
  const worker = path === undefined ? undefined : await pushWorker()
  if (worker) return worker.showNotification(title, { body, tag, data: path })
  const notification = new Notification(title, { body, tag })
  notification.onclick = () => {
    window.focus()
    notification.close()
    onClick?.()
  }
}

const NOTES_HZ = [659.25, 880] // hertz: E5 and A5
const NOTE_SECONDS = 0.16
const LOUDNESS = 0.12

let audio: AudioContext | undefined

/** Two soft rising notes, synthesized, so that no file has to be loaded. Browsers stay silent until the first input. */
export async function playChime(): Promise<void> {
  audio ??= new AudioContext()
  if (audio.state === 'suspended') await audio.resume()
  for (const [index, frequency] of NOTES_HZ.entries())
    playNote(audio, frequency, audio.currentTime + index * NOTE_SECONDS)
}

function playNote(context: AudioContext, frequency: number, start: number): void {
  const oscillator = context.createOscillator()
  const volume = context.createGain()
  oscillator.frequency.value = frequency
  volume.gain.setValueAtTime(0, start)
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS * 2.5)
  oscillator.connect(volume).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(start + NOTE_SECONDS * 2.5)
}

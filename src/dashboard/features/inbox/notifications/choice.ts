import { createStore, useStore } from '#dashboard/lib/store.ts'
import { readStored, writeStored } from '#dashboard/lib/stored.ts'

const STORED_AS = 'signals' // renaming it would forget what people have chosen

export interface NotificationChoice {
  sound: boolean
  desktop: boolean
}

/**
 * How this browser says that a visitor waits for a person: by a sound, a desktop notification, or both. Off by default.
 */
export const notificationChoice = createStore<NotificationChoice>(read())

export function chooseNotifications(changed: Partial<NotificationChoice>): void {
  const next = { ...notificationChoice.get(), ...changed }
  notificationChoice.set(next)
  writeStored(STORED_AS, next.sound || next.desktop ? JSON.stringify(next) : undefined)
}

export const useNotificationChoice = (): NotificationChoice => useStore(notificationChoice)

function read(): NotificationChoice {
  try {
    const { sound, desktop } = JSON.parse(readStored(STORED_AS) ?? '') as NotificationChoice
    return { sound: sound === true, desktop: desktop === true }
  } catch {
    return { sound: false, desktop: false }
  }
}

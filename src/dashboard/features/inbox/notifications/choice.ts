import { createStore, useStore } from '#dashboard/lib/store.ts'
import { readStored, writeStored } from '#dashboard/lib/stored.ts'

const STORED_AS = 'signals' // renaming the key would lose people's choices

export interface NotificationChoice {
  sound: boolean
  desktop: boolean
}

/**
 * How this browser signals that a visitor waits for a person: sound, desktop notification, both, or neither (the
 * default).
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

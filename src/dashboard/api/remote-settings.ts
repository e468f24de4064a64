import { readStored, writeStored } from '#dashboard/lib/stored.ts'
import type { Handlers } from './remote-handlers.ts'
import type { Answer } from './types.ts'

const STORED_AS = 'remote-notifications'

/**
 * Emulates a member's own settings for another server, whose API key belongs to no person: this browser stores how its
 * user is told that a visitor waits.
 */
export const remoteSettings: Handlers = {
  getOwnMember: () => settings(),
  updateOwnMember: ({ body }) => {
    const known = settings()
    const changed = { ...known, notifications: { ...known.notifications, ...body.notifications } }
    writeStored(STORED_AS, JSON.stringify(changed.notifications))
    return changed
  },
}

function settings(): Answer<'getOwnMember'> {
  const kept = read()
  const notifications = { desktop: kept.desktop === true, sound: kept.sound === true, mail_after_minutes: null }
  return { availability: 'available', notifications }
}

function read(): { desktop?: unknown; sound?: unknown } {
  try {
    return JSON.parse(readStored(STORED_AS) ?? '{}') as object
  } catch {
    return {}
  }
}

import { readStored, writeStored } from '#dashboard/lib/stored.ts'
import type { Handlers } from './remote-handlers.ts'
import type { Answer } from './types.ts'

const STORED_AS = 'remote-notifications'

/** Another server knows no person behind its key: how they are told that a visitor waits, this browser keeps. */
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

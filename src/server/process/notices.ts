import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'notices.json'
const WRITE_EVERY_MS = 60_000

/** A proxy from which a request came although TRUST_PROXY does not name it. */
export interface UnnamedProxy {
  address: string
  /** The forwarding header by which it was known; absent if it was the page's origin. */
  header?: string
  /** The host that the request addressed. */
  host: string
}

/** The origin of a page of the dashboard that was opened elsewhere than at the address of this server. */
export interface OtherOrigin {
  origin: string
  /** Whether the page's requests are refused, so that nobody can sign in there. */
  isRefused: boolean
}

/** What a running server has noticed about its configuration, with the time in milliseconds since 1970. */
export interface Notices {
  /** One on this machine or in a private network. */
  unnamedProxy?: UnnamedProxy & { at: number }
  /** One on the internet: perhaps a client that sends such headers itself. */
  possibleProxy?: UnnamedProxy & { at: number }
  otherOrigin?: OtherOrigin & { at: number }
}

/** What the servers that use a data folder have noticed; nothing if the file is missing or damaged. */
export function readNotices(dataDir: string): Notices {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as Notices
  } catch {
    return {}
  }
}

/** Stores something noticed. @returns whether it is the first of its kind in this process, so that it is to be logged */
export type Notice = <Kind extends keyof Notices>(kind: Kind, what: Omit<NonNullable<Notices[Kind]>, 'at'>) => boolean

/**
 * Makes a function that stores what this process notices for the doctor, the latest of each kind, once a minute at
 * most. The file is written before it returns, so that a request of the doctor is noted when its answer comes.
 */
export function createNotices(dataDir: string, now: () => number): Notice {
  const writtenAt = new Map<keyof Notices, number>()

  return (kind, what) => {
    const at = now()
    const before = writtenAt.get(kind)
    if (before !== undefined && Math.abs(at - before) < WRITE_EVERY_MS) return false
    writtenAt.set(kind, at)
    const path = join(dataDir, FILE)
    try {
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(`${path}.new`, JSON.stringify({ ...readNotices(dataDir), [kind]: { ...what, at } }), {
        mode: 0o600,
      })
      renameSync(`${path}.new`, path)
    } catch {
      // Where the folder can't be written to, the doctor says so, and the log has the notice.
    }
    return before === undefined
  }
}

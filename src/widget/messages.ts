/*
 * What the loader, which lives in the page of a company's website, and the panel, a frame of this server, say to each
 * other over a message port. Either side receives whatever the other page sends, so each message is checked.
 */

import type { Data } from '#contract/index.ts'

/** The settings of the chat's look that the panel shows. */
export type Look = Pick<Data<'getWidget'>, 'appearance' | 'greeting' | 'starters' | 'away_text' | 'locale'>

/** What the panel tells the page. */
export type ToPage =
  | { type: 'ready' }
  | { type: 'close' }
  | { type: 'keep'; key: string; value: string | null }
  | { type: 'unread'; count: number }
  | { type: 'event'; name: 'message' | 'handover' }

/**
 * What the page tells the panel. A `kept` message for each value that the chat keeps in the page comes before `start`,
 * and another whenever another tab changes such a value, with null if it was removed. Only if the token was removed, or
 * the storage cleared, does the page end the chat instead. A `preview` holds, as JSON, a `Look` that the dashboard
 * shows before it is saved; the panel takes it from a page of its own server only.
 */
export type ToPanel =
  | { type: 'kept'; key: string; value: string | null }
  | { type: 'start'; page_url: string; referrer: string; locale: string }
  | { type: 'opened' }
  | { type: 'closed' }
  | { type: 'identify'; token: string }
  | { type: 'preview'; look: string }

const LONGEST_KEY = 384
const LONGEST = 16_384

type Shape = Record<string, Record<string, 'string' | 'number' | 'text or null'>>

const toPanel: Shape = {
  kept: { key: 'string', value: 'text or null' },
  start: { page_url: 'string', referrer: 'string', locale: 'string' },
  opened: {},
  closed: {},
  identify: { token: 'string' },
  preview: { look: 'string' },
}

function fits(shapes: Shape, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const message = value as Record<string, unknown>
  const shape =
    typeof message.type === 'string' && Object.hasOwn(shapes, message.type) ? shapes[message.type] : undefined
  if (!shape) return false
  let length = 0
  for (const name in shape) {
    if (!Object.hasOwn(shape, name)) continue // the page may have added to Object.prototype
    const field = message[name]
    const wanted = shape[name]
    if (wanted === 'text or null' ? field !== null && typeof field !== 'string' : typeof field !== wanted) return false
    length += typeof field === 'string' ? field.length : 8
  }
  return length <= LONGEST
}

const isText = (value: unknown, longest = LONGEST - LONGEST_KEY): value is string =>
  typeof value === 'string' && value.length < longest

/** Written out, unlike `isToPanel`, because the loader must be small. */
export function isToPage(message: unknown): message is ToPage {
  const { type, key, value, count, name } = Object(message) as Record<string, unknown>
  if (type === 'keep') return isText(key, LONGEST_KEY) && (value === null || isText(value))
  if (type === 'unread') return typeof count === 'number'
  return type === 'ready' || type === 'close' || (type === 'event' && isText(name))
}

export const isToPanel = (value: unknown): value is ToPanel => fits(toPanel, value)

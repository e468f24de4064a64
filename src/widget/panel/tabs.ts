import type { Passed } from './line.ts'
import type { Visit } from './types.ts'

/** What one tab tells the others. Only tabs of the visitor with this token act on it. */
type Notice = News & { token: string }

export type News =
  | { type: 'changed' }
  /** The form of the message with this id has been filled in, which a tab that reads only what is new does not see. */
  | { type: 'filled in'; id: string }
  /** The person whom the message with this id offered was declined. */
  | { type: 'declined'; id: string }
  /** The token was replaced by that of the visit `by`; `person` is whom the proof names, undefined without one. */
  | { type: 'replaced'; by: Visit; person: string | undefined }
  /** Something that the tab which has the stream passes on to the others. */
  | { type: 'streamed'; passed: Passed }

/** Connects the tabs of one browser, so that they agree on whose chat it is. Without that, each finds out by itself. */
export function connectTabs(agent: string, hear: (notice: Notice) => void) {
  let channel: BroadcastChannel | undefined
  try {
    channel = new BroadcastChannel(`baton:${agent}`)
    channel.onmessage = ({ data }) => hear(data)
  } catch {
    // The browser forbids storage to frames: then the tabs do not hear from each other.
  }
  return {
    tell: (notice: Notice) => channel?.postMessage(notice),
    close: () => channel?.close(),
  }
}

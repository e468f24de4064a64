import { limits } from '#contract/limits.ts'
import { call, Refusal } from './api.ts'
import type { Live } from './live.ts'
import type { Session } from './session.ts'
import type { Item, State } from './types.ts'

const FASTEST_POLL_MS = 3_000
const SLOWEST_POLL_MS = 15_000
const SLOWER = 1.25

interface ReadingOptions {
  agent: string
  session: Session
  live: Live
  state: () => State
  update: (changes: Partial<State>) => void
  isStreamOpen: () => boolean
  /** Called when the server can be reached again. */
  reached: () => void
  /** Called with messages and events that are new since the first reading, but not with the visitor's own messages. */
  heard: (items: Item[]) => void
}

/** Reads the conversation: whenever told to, and at intervals where no stream tells. */
export function createReading({ agent, session, live, state, update, isStreamOpen, reached, heard }: ReadingOptions) {
  let wait = FASTEST_POLL_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading: Promise<void> = Promise.resolve()
  let isToRead = false
  let isBehind = false
  let isOver = false

  /** Asks again whether people are there, which may have changed since the chat was opened. */
  const lookWhoIsThere = () =>
    call('getWidget', { params: { agent } }).then(
      (widget) => update({ widget }),
      () => {}, // then what was known before is shown
    )

  /** Reads what is new, after earlier calls; `poll` tries again. With `isWhole`, also what was read before. */
  function read(isWhole = false): Promise<void> {
    reading = reading
      .catch(() => {})
      .then(() => readOnce(isWhole))
      .then(
        () => noteRead(true),
        (error) => {
          noteRead(false)
          throw error
        },
      )
    return reading
  }

  function noteRead(isDone: boolean): void {
    if (isBehind === !isDone) return
    isBehind = !isDone
    wait = FASTEST_POLL_MS
    poll()
  }

  async function readOnce(isWhole = false): Promise<void> {
    if (session.token() === undefined) return
    const after = isWhole ? undefined : state().items.at(-1)?.position
    const seen = state().conversation?.id
    const wasOffline = state().isOffline
    const reader = session.token()
    isToRead = false
    const { conversation, items } = await session.run((own) =>
      call('readVisit', { query: after ? { after } : {} }, own),
    )
    if (reader !== session.token()) return readOnce() // the answer is for a former token
    if (after && conversation?.id !== seen) {
      update({ items: [], conversation })
      return readOnce()
    }
    if (conversation?.response_mode === 'human' && state().conversation?.response_mode !== 'human')
      void lookWhoIsThere()
    const theirs = items.filter((item) => !('message' in item) || item.message.role !== 'visitor')
    const endsReply = theirs.length > 0 || conversation?.response_mode === 'human' || conversation?.status === 'closed'
    const reply = endsReply ? null : state().reply
    update({ conversation, items: after ? [...state().items, ...items] : items, reply, isOffline: false })
    if (wasOffline) reached()
    if (after && items.length === limits.visitorItems) void read().catch(() => {}) // there may be more
    if (theirs.length > 0) live.seeWriter(null)
    if (after === undefined || theirs.length === 0) return
    wait = FASTEST_POLL_MS
    heard(theirs)
  }

  /** Reads what is new at intervals, as long as no stream is open or the last reading has failed. */
  function poll(): void {
    clearTimeout(timer)
    if (isOver || state().phase !== 'ready' || (isStreamOpen() && !isBehind)) return
    timer = setTimeout(async () => {
      await read().catch((error) => {
        if (!(error instanceof Refusal)) return
        if (error.status === 0) update({ isOffline: true })
        // The visit has ended, and no other may begin: a proof is needed (422), or the agent is disabled (423).
        if (error.status === 422 || error.status === 423) update({ phase: phaseAfter(error.status) })
      })
      wait = Math.min(SLOWEST_POLL_MS, wait * SLOWER)
      poll()
    }, wait)
  }

  return {
    read,
    /** Reads what a stream has told of, once for all that it told before the reading begins. */
    readSoon(): void {
      if (isToRead) return
      isToRead = true
      read().catch(() => {})
    },
    poll,
    /** Polls at the shortest interval again. */
    wake(): void {
      wait = FASTEST_POLL_MS
      poll()
    },
    end(): void {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** The phase of a chat that could not begin, by the status with which it was refused. */
export const phaseAfter = (status: number): State['phase'] =>
  status === 423 ? 'away' : status === 422 ? 'stranger' : 'failed'

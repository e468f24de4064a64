import { randomId } from '#contract/random-id.ts'
import { Refusal } from './api.ts'
import { type Keeper, UNSENT_PREFIX } from './keeper.ts'
import type { AttachedFile, Unsent } from './types.ts'

const SHORTEST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
const OTHERS_MS = 5_000 // milliseconds that another tab has to send what it keeps, before this one does in its place

interface OutboxOptions {
  keeper: Keeper
  changed: (unsent: Unsent[]) => void
  /** Sends a message under its writer's token, and no other. */
  send: (id: string, content: string, writer: string, files: AttachedFile[]) => Promise<unknown>
  /** Called once the server has stored a message; until the promise settles, the message is still shown as unsent. */
  sent: () => Promise<void>
  reached: (isReached: boolean) => void
}

/** An unsent message with the key under which it is kept. In the order of their keys, messages are in order of time. */
type Kept = Unsent & { key: string }

/**
 * Holds the messages that the visitor has written and the server has not acknowledged. They are kept, so that they
 * outlive the page, and sent in order, each under its own id, so that the server stores it once.
 */
export function createOutbox({ keeper, changed, send, sent, reached }: OutboxOptions) {
  let unsent = keptIn(keeper)
  let count = 0
  let isSending = false
  let isOver = false
  let wait = SHORTEST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let inheriting: ReturnType<typeof setTimeout> | undefined
  let isUnreached = false
  let current: string | undefined

  function put(next: Kept[]): void {
    for (const { key, id, content, files, after, writer, isProved } of next) {
      const value = JSON.stringify({ id, content, files, after, writer, isProved })
      if (keeper.get(key) !== value) keeper.set(key, value)
    }
    unsent = next
    changed(unsent.filter(({ writer, isProved }) => !isProved || writer === current))
  }

  const change = (wanted: (message: Kept) => boolean, changes: Partial<Unsent>) =>
    put(unsent.map((message) => (wanted(message) ? { ...message, ...changes } : message)))

  function forget(id: string): void {
    for (const message of unsent) if (message.id === id) keeper.set(message.key, null)
    put(unsent.filter((message) => message.id !== id))
  }

  /** The message as the current visitor finds it: held back (`problem` 0) if somebody else wrote it, otherwise not. */
  const heldBack = (message: Kept): Kept => ({
    ...message,
    problem: message.writer === current ? message.problem || null : 0,
  })

  const waiting = () => unsent.find(({ problem }) => problem === null)

  async function sendAll(): Promise<void> {
    if (isSending || isOver) return
    isSending = true
    clearTimeout(timer)
    try {
      for (let next = waiting(); next && !isOver; next = waiting()) await sendOne(next)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      isUnreached = error.status !== 429
      if (isUnreached) reached(false)
      timer = setTimeout(sendAll, error.retryAfter ? error.retryAfter * 1_000 : wait)
      wait = Math.min(LONGEST_WAIT_MS, wait * 2)
    } finally {
      isSending = false
    }
  }

  /** @throws Refusal if the message may be sent later */
  async function sendOne({ id, content, files, writer }: Kept): Promise<void> {
    try {
      await send(id, content, writer, files)
    } catch (error) {
      if (!(error instanceof Refusal) || error.passes) throw error
      // The message has been handed on to another token meanwhile, under which it is sent next, or is held back.
      if (error.status === 401 && unsent.some((message) => message.id === id && message.writer !== writer)) return
      return change((message) => message.id === id, { problem: error.status })
    }
    wait = SHORTEST_WAIT_MS
    isUnreached = false
    reached(true)
    await sent().catch(() => {})
    forget(id)
  }

  return {
    add(content: string, writer: string, more: Partial<Pick<Unsent, 'isProved' | 'files' | 'after'>> = {}) {
      count += 1
      const id = randomId()
      const key = `${UNSENT_PREFIX}${Date.now()}:${String(count).padStart(4, '0')}:${id}`
      put([...unsent, { key, id, content, writer, isProved: false, files: [], after: null, ...more, problem: null }])
      sendAll()
    },
    /** Sends a message again that was refused or held back, now as a message of the visitor whose token `writer` is. */
    again(id: string, writer: string) {
      change((message) => message.id === id, { problem: null, writer })
      sendAll()
    },
    forget,
    /** Sends the messages left from before under this token, and holds back those written under another one. */
    resume(token: string) {
      current = token
      put(unsent.map(heldBack))
      sendAll()
    },
    /** Hears that another tab keeps a message, or no longer does (null). What a closed tab has left is sent here. */
    hear(key: string, value: string | null) {
      const known = unsent.find((message) => message.key === key)
      const heard = parsed(key, value).map((message) => heldBack({ ...message, problem: known?.problem ?? null }))
      put([...unsent.filter((message) => message !== known), ...heard].sort(byAge))
      clearTimeout(inheriting)
      if (unsent.length > 0) inheriting = setTimeout(sendAll, OTHERS_MS)
    },
    /** Sends at once what waits because the server could not be reached, as it may be reached by now. */
    retry() {
      if (isUnreached) sendAll()
    },
    /** Makes the messages of one token those of another, which the same person got by proving who they are. */
    handOn: (from: string, to: string) => change(({ writer }) => writer === from, { writer: to, isProved: true }),
    end() {
      isOver = true
      clearTimeout(timer)
      clearTimeout(inheriting)
    },
  }
}

const byAge = ({ key: one }: Kept, { key: other }: Kept): number => (one < other ? -1 : 1)

const keptIn = (keeper: Keeper): Kept[] =>
  keeper
    .all()
    .flatMap(([key, value]) => parsed(key, value))
    .sort(byAge)

/** The unsent message that is kept under a key; none if something else is kept there. */
function parsed(key: string, value: string | null): Kept[] {
  if (!key.startsWith(UNSENT_PREFIX) || value === null) return []
  try {
    const { id, content, files = [], after = null, writer, isProved } = JSON.parse(value)
    const isWhole = [id, content, writer].every((field) => typeof field === 'string') && Array.isArray(files)
    return isWhole ? [{ key, id, content, files, after, writer, isProved: isProved === true, problem: null }] : []
  } catch {
    return []
  }
}

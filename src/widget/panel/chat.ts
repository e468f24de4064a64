import type { Input } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { call, Refusal } from './api.ts'
import type { Keeper } from './keeper.ts'
import { createLine } from './line.ts'
import { createOutbox } from './outbox.ts'
import { createRated } from './rated.ts'
import { createSession } from './session.ts'
import { connectTabs, type News } from './tabs.ts'
import type { Item, Reply, State, Stream } from './types.ts'

const FASTEST_POLL_MS = 3_000
const SLOWEST_POLL_MS = 15_000
const SLOWER = 1.25
const WRITES_FOR_MS = 12_000 // milliseconds for which somebody counts as writing; it is told again every ten seconds
const SHORTEST_RETRY_MS = 2_000 // milliseconds before a chat that could not begin with a proof is begun again
const LONGEST_RETRY_MS = 60_000
const TELL_TYPING_MS = 4_000 // milliseconds between two notices that the visitor is writing, each good for five seconds

export interface ChatOptions {
  agent: string
  keeper: Keeper
  /** The page on which the visitor is, the one they came from, and the language in which the server is to answer. */
  place: { page_url: string; referrer: string; locale: string }
  /** Called after each change of the state. */
  changed: (state: State) => void
  /** Called with messages and events that are new since the first reading, but not with the visitor's own messages. */
  heard: (items: Item[]) => void
}

export function createChat({ agent, keeper, place, changed, heard }: ChatOptions) {
  const rated = createRated(keeper)
  let state: State = {
    phase: 'loading',
    widget: null,
    visitor: null,
    conversation: null,
    items: [],
    unsent: [],
    rated: rated.all(),
    reply: null,
    writer: null,
    isOffline: false,
  }
  let wait = FASTEST_POLL_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing: ReturnType<typeof setTimeout> | undefined
  let toldTypingAt = 0
  let retracted: string | undefined
  let reading: Promise<void> = Promise.resolve()
  let starting: Promise<void> = Promise.resolve()
  let retrying: ReturnType<typeof setTimeout> | undefined
  let retryWait = SHORTEST_RETRY_MS
  let isToRead = false
  let isBehind = false
  let isOver = false

  const update = (changes: Partial<State>) => {
    state = { ...state, ...changes }
    if (!isOver) changed(state)
  }

  const session = createSession({
    agent,
    keeper,
    place,
    left() {
      update({ phase: 'loading', visitor: null, conversation: null, items: [], reply: null })
      seeWriter(null)
      outbox.resume('')
      line.again()
    },
    replaced: (by, person, token) => tabs.tell({ type: 'replaced', by, person, token }),
    // Nothing of another conversation is shown any more, and no message is sent as another person's.
    became({ token, visitor, conversation }, former, isSame) {
      const isOther = conversation?.id !== state.conversation?.id
      update({ visitor, conversation, ...(isOther && { items: [], reply: null }) })
      if (token === former) return
      if (former && isSame) outbox.handOn(former, token)
      if (state.phase !== 'ready') return
      outbox.resume(token)
      line.again()
    },
  })

  const outbox = createOutbox({
    keeper,
    changed: (unsent) => update({ unsent }),
    send: (id, content, writer) => session.runAs(writer, (own) => call('writeMessage', { body: { id, content } }, own)),
    async sent() {
      await read()
      tell({ type: 'changed' })
    },
    reached: (isReached) => update({ isOffline: !isReached }),
  })

  const line = createLine({
    token: () => (state.phase === 'ready' ? session.token() : undefined),
    // Messages and changes are not taken from the stream, but read together, so that they never disagree.
    heard(type, data) {
      if (type === 'typing') return seeWriter((data as Stream['typing']).who?.name ?? null)
      if (type === 'reply.delta') return hearReply(data as Stream['reply.delta'])
      if (type === 'reply.retracted') return retract((data as Stream['reply.retracted']).reply)
      if (type === 'read' && state.conversation)
        update({ conversation: { ...state.conversation, read_position: (data as Stream['read']).position } })
      if (type !== 'message' && type !== 'updated') return
      if (isToRead) return
      isToRead = true
      read().catch(() => {})
    },
    pass: (passed) => tell({ type: 'streamed', passed }),
    changed(isOpen) {
      if (!isOpen) {
        seeWriter(null)
        update({ reply: null })
      }
      poll()
    },
  })

  function hearReply(piece: Stream['reply.delta']): void {
    if (piece.reply === retracted || state.conversation?.response_mode === 'human') return
    update({ reply: withPiece(state.reply, piece) })
  }

  function retract(id: string): void {
    retracted = id
    if (state.reply?.id === id) update({ reply: null })
  }

  function seeWriter(writer: string | null): void {
    clearTimeout(writing)
    if (writer !== state.writer) update({ writer })
    if (writer !== null) writing = setTimeout(() => seeWriter(null), WRITES_FOR_MS)
  }

  const tabs = connectTabs(agent, (notice) => {
    if (isOver || notice.token !== session.token()) return
    if (notice.type === 'streamed') return line.hear(notice.passed)
    if (notice.type === 'replaced') session.take(notice.by, notice.person)
    if (notice.type === 'filled in') complete(notice.id)
    if (notice.type === 'declined') forgetOffer(notice.id)
    read().catch(() => {})
  })
  const tell = (news: News) => {
    const token = session.token()
    if (token) tabs.tell({ ...news, token })
  }

  const forgetOffer = (id: string) => update({ items: state.items.map((item) => withoutOffer(item, id)) })
  const complete = (id: string) => update({ items: state.items.map((item) => completed(item, id)) })

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
    const after = isWhole ? undefined : state.items.at(-1)?.position
    const seen = state.conversation?.id
    const wasOffline = state.isOffline
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
    if (conversation?.response_mode === 'human' && state.conversation?.response_mode !== 'human') void lookWhoIsThere()
    const theirs = items.filter((item) => !('message' in item) || item.message.role !== 'visitor')
    const isOver = theirs.length > 0 || conversation?.response_mode === 'human' || conversation?.status === 'closed'
    const reply = isOver ? null : state.reply
    update({ conversation, items: after ? [...state.items, ...items] : items, reply, isOffline: false })
    if (wasOffline) outbox.retry()
    if (after && items.length === limits.visitorItems) void read().catch(() => {}) // there may be more
    if (theirs.length > 0) seeWriter(null)
    if (after === undefined || theirs.length === 0) return
    wait = FASTEST_POLL_MS
    heard(theirs)
  }

  /** Reads what is new at intervals, as long as no stream is open or the last reading has failed. */
  function poll(): void {
    clearTimeout(timer)
    if (isOver || state.phase !== 'ready' || (line.isOpen() && !isBehind)) return
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

  /** Reads at the shortest interval again, and tries again to follow the stream and to send what is unsent. */
  function wake(): void {
    wait = FASTEST_POLL_MS
    poll()
    void line.follow()
    outbox.retry()
  }

  /** Begins the chat, or goes on with it as the person whom the page has named last. */
  async function begin(): Promise<void> {
    const isReady = state.phase === 'ready'
    clearTimeout(retrying)
    try {
      if (!isReady) update({ phase: 'loading', widget: await call('getWidget', { params: { agent } }) })
      await session.visit()
      await read()
      retryWait = SHORTEST_RETRY_MS
      const token = session.token()
      if (isReady || token === undefined) return // no token: another person has come, for whom it begins next
      update({ phase: 'ready' })
      outbox.resume(token)
      poll()
      void line.follow()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (state.phase !== 'ready') update({ phase: phaseAfter(error.status) })
      if (error.passes && session.hasProof()) retry(error.retryAfter)
    }
  }

  /** Begins again later, since the page hands over a proof only once. */
  function retry(seconds: number | undefined): void {
    if (isOver) return
    retrying = setTimeout(start, seconds ? seconds * 1_000 : retryWait)
    retryWait = Math.min(LONGEST_RETRY_MS, retryWait * 2)
  }

  function start(): Promise<void> {
    starting = starting.catch(() => {}).then(begin)
    return starting
  }

  function identify(identityToken: string): Promise<void> {
    session.prove(identityToken)
    return start()
  }

  /** Asks for somebody else to answer. What follows is read even if it is refused, as it has changed meanwhile then. */
  async function askFor(act: 'askForPerson' | 'handBack'): Promise<void> {
    try {
      await session.run((own) => call(act, {}, own))
    } finally {
      await read()
      tell({ type: 'changed' })
    }
  }

  return {
    /** Begins the chat, under a proof of who the visitor is if the page has given one. */
    start: (identityToken?: string) => (identityToken === undefined ? start() : identify(identityToken)),
    /** Takes a proof of who the visitor is. Where nobody may write without one, the chat begins with it. */
    identify,
    send(content: string) {
      outbox.add(content, session.token() ?? '', session.isKnown())
      wake()
    },
    /** Tells the team that the visitor is writing in an open conversation, at most once every `TELL_TYPING_MS`. */
    writes() {
      const now = Date.now()
      if (state.conversation?.status !== 'open' || now - toldTypingAt < TELL_TYPING_MS) return
      toldTypingAt = now
      session.run((own) => call('tellTyping', {}, own)).catch(() => {})
    },
    sendAgain: (id: string) => outbox.again(id, session.token() ?? ''),
    forget: outbox.forget,
    /** Hears that another tab keeps an unsent message, or no longer does (null). */
    hearUnsent: outbox.hear,
    askForPerson: () => askFor('askForPerson'),
    handBack: () => askFor('handBack'),
    /** Declines the person whom a message offers. @throws Refusal */
    async decline(id: string) {
      await session.run((own) => call('declineOffer', { params: { id } }, own))
      forgetOffer(id)
      tell({ type: 'declined', id })
    },
    /** @throws Refusal unless the form is filled in by now, by this request or another one */
    async fillIn(id: string, body: Input<'fillInAction'>['body']) {
      try {
        await session.run((own) => call('fillInAction', { params: { id }, body }, own))
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 422) throw error
        await read(true) // another tab may have done it, or a request whose answer was lost
        if (state.items.some((item) => completed(item, id) !== item)) throw error
      }
      complete(id)
      tell({ type: 'filled in', id })
      wake()
    },
    /** Tells how an answer of the AI was, or the closed conversation. @throws Refusal */
    async rate(body: Input<'rate'>['body']) {
      await session.run((own) => call('rate', { body }, own))
      if (!body.message_id) return
      rated.note(body.message_id, body.score)
      update({ rated: rated.all() })
    },
    /** Tells the server how far the visitor has read, if that is further than before. */
    seen() {
      const last = state.items.at(-1)?.position
      const { conversation } = state
      if (!last || !conversation || Number.parseInt(last, 10) <= Number.parseInt(conversation.read_position, 10)) return
      update({ conversation: { ...conversation, read_position: last } })
      session.run((own) => call('markRead', { body: { position: last } }, own)).catch(() => {})
    },
    wake,
    /** Ends all timers and connections. What is kept in the storage stays. */
    end() {
      isOver = true
      clearTimeout(timer)
      clearTimeout(writing)
      clearTimeout(retrying)
      outbox.end()
      line.end()
      tabs.close()
    },
  }
}

export type Chat = ReturnType<typeof createChat>

/** A reply with its next piece; null if a piece is missing: then nothing is shown until the whole message comes. */
function withPiece(reply: Reply | null, { reply: id, seq, text }: Stream['reply.delta']): Reply | null {
  if (seq === 0) return { id, seq, text }
  return reply?.id === id && seq === reply.seq + 1 ? { id, seq, text: reply.text + text } : null
}

/** The item with its form marked as filled in, if it is the message with this id; otherwise the same object. */
function completed(item: Item, id: string): Item {
  if (!('message' in item) || item.message.id !== id || item.message.action?.status !== 'pending') return item
  const action = { ...item.message.action, status: 'completed' as const }
  return { ...item, message: { ...item.message, action_required: false, action } }
}

/** The item without its offer of a person, if it is the message with this id; otherwise the same object. */
const withoutOffer = (item: Item, id: string): Item =>
  'message' in item && item.message.id === id ? { ...item, message: { ...item.message, offer: null } } : item

/** The phase of a chat that could not begin, by the status with which it was refused. */
const phaseAfter = (status: number): State['phase'] =>
  status === 423 ? 'away' : status === 422 ? 'stranger' : 'failed'

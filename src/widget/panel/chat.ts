import type { Input } from '#contract/index.ts'
import { call, Refusal } from './api.ts'
import { completed, withoutOffer } from './items.ts'
import type { Keeper } from './keeper.ts'
import { createLine } from './line.ts'
import { createLive } from './live.ts'
import { createOutbox } from './outbox.ts'
import { createRated } from './rated.ts'
import { createReading, phaseAfter } from './reading.ts'
import { createSession } from './session.ts'
import { connectTabs, type News } from './tabs.ts'
import { dataAddress, download, upload } from './transfer.ts'
import type { AttachedFile, Item, State, Stream } from './types.ts'

const SHORTEST_RETRY_MS = 2_000 // milliseconds before a chat that could not begin with a proof is begun again
const LONGEST_RETRY_MS = 60_000
const TELL_TYPING_MS = 4_000 // milliseconds between two notices that the visitor is writing, each good for five seconds

interface ChatOptions {
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
  const thumbnails = new Map<string, Promise<string>>()
  let toldTypingAt = 0
  let starting: Promise<void> = Promise.resolve()
  let retrying: ReturnType<typeof setTimeout> | undefined
  let retryWait = SHORTEST_RETRY_MS
  let isOver = false

  const update = (changes: Partial<State>) => {
    state = { ...state, ...changes }
    if (!isOver) changed(state)
  }

  const live = createLive({ state: () => state, update })

  const session = createSession({
    agent,
    keeper,
    place,
    left() {
      update({ phase: 'loading', visitor: null, conversation: null, items: [], reply: null })
      live.seeWriter(null)
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

  const reading = createReading({
    ...{ agent, session, live, update, heard },
    state: () => state,
    isStreamOpen: () => line.isOpen(),
    reached: () => outbox.retry(),
  })
  const { read, readSoon, poll } = reading

  const outbox = createOutbox({
    keeper,
    changed: (unsent) => update({ unsent }),
    send: (id, content, writer, files) => {
      const body = { id, content, ...(files.length > 0 && { attachments: files.map((file) => file.id) }) }
      return session.runAs(writer, (own) => call('writeMessage', { body }, own))
    },
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
      if (type === 'typing') return live.seeWriter((data as Stream['typing']).who?.name ?? null)
      if (type === 'reply.delta') return live.hearReply(data as Stream['reply.delta'])
      if (type === 'reply.retracted') return live.retract((data as Stream['reply.retracted']).reply)
      if (type === 'read' && state.conversation)
        update({ conversation: { ...state.conversation, read_position: (data as Stream['read']).position } })
      if (type !== 'message' && type !== 'updated') return
      readSoon()
    },
    pass: (passed) => tell({ type: 'streamed', passed }),
    changed(isOpen) {
      if (!isOpen) {
        live.seeWriter(null)
        update({ reply: null })
      }
      poll()
    },
  })

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

  /** Reads at the shortest interval again, and tries again to follow the stream and to send what is unsent. */
  function wake(): void {
    reading.wake()
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
    send(content: string, files: AttachedFile[] = []) {
      const after = state.items.at(-1)?.position ?? null
      outbox.add(content, session.token() ?? '', { isProved: session.isKnown(), files, after })
      wake()
    },
    /** Uploads a file for the next message, and tells how much of it has left. @throws Refusal */
    upload: (file: File, told: (part: number) => void, end: AbortSignal) =>
      session.run((own) => upload(file, own, told, end)),
    /** @throws Refusal */
    download: (id: string) => session.run((own) => download(id, own, false)),
    /** The address of the small picture of a file, which is loaded once. @throws Refusal */
    thumbnail(id: string): Promise<string> {
      const known = thumbnails.get(id)
      if (known) return known
      const loading = session.run((own) => download(id, own, true)).then(dataAddress)
      thumbnails.set(id, loading)
      loading.catch(() => thumbnails.delete(id))
      return loading
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
    /** Has no more mails sent to the visitor. @throws Refusal */
    async stopMails() {
      update({ visitor: await session.run((own) => call('updateVisitor', { body: { email: '' } }, own)) })
    },
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
      reading.end()
      live.end()
      clearTimeout(retrying)
      outbox.end()
      line.end()
      tabs.close()
    },
  }
}

export type Chat = ReturnType<typeof createChat>

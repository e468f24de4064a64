import { BatonError } from './baton-error.ts'
import type { Citation, Message, Operations, ReplyEvent, ReplyOutcome } from './operations.ts'
import type { RequestOptions } from './options.ts'
import { sleep } from './transport.ts'

const ATTEMPTS = 3
const PAUSE_MS = 500

export interface AskOptions extends RequestOptions {
  /** The conversation to go on with; a new one is made when it is omitted. */
  conversation?: string | undefined
  /** Whose conversation a new one is. */
  chatUserId?: string | undefined
  /** Called with each event as it comes, for whoever shows a reply while it is written. */
  onEvent?: ((event: ReplyEvent) => void) | undefined
}

/** How an agent has replied. Without a reply, `message` is null and `content` empty; `outcome` says why. */
export interface Asked {
  conversation: string
  content: string
  citations: Citation[]
  outcome: ReplyOutcome
  message: Message | null
}

/** Asks an agent, and answers how it has replied. A stream that breaks is joined again, without asking twice. */
export async function ask(
  { conversations, messages }: Pick<Operations, 'conversations' | 'messages'>,
  agent: string,
  text: string,
  { conversation: known, chatUserId, onEvent, ...options }: AskOptions,
): Promise<Asked> {
  const person = chatUserId === undefined ? {} : { chat_user_id: chatUserId }
  const conversation = known ?? (await conversations.create(agent, person, options)).id
  const asked: Asked = { conversation, content: '', citations: [], outcome: 'failed', message: null }
  const isNew = newness()
  const once = { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() }
  for (let attempt = 1; ; attempt += 1) {
    try {
      for await (const event of messages.stream(agent, conversation, { content: text }, once)) {
        if (isNew(event)) onEvent?.(event)
        if (event.type === 'citations') asked.citations = event.data.items
        if (event.type === 'message' && event.data.role === 'assistant') asked.message = event.data
        if (event.type === 'done')
          return { ...asked, content: asked.message?.content ?? '', outcome: event.data.outcome }
      }
      throw new BatonError({ status: 0, code: 'connection_failed', message: 'The stream ended before the reply did.' })
    } catch (error) {
      if (!(error instanceof BatonError) || error.status !== 0 || attempt >= ATTEMPTS) throw error
      await sleep(PAUSE_MS * attempt, options.signal)
    }
  }
}

/** Whether an event has not come before: a stream that is joined again begins from its start. */
function newness() {
  const seen = new Set<string>()
  return ({ type, data }: ReplyEvent): boolean => {
    const key = JSON.stringify([type, data])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
}

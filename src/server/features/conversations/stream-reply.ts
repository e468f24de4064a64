import type { z } from 'zod'
import type { Data } from '#contract/index.ts'
import type { ReplyOutcome, replyStream } from '#contract/reply-stream.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { createAlarm } from '../../events/alarm.ts'
import { conversationTopic } from '../../events/conversation-topic.ts'
import { heldSince, selectLastHandOver } from '../facts/index.ts'
import { followReply } from './follow-reply.ts'
import { selectMessage } from './message-queries.ts'
import { presentMessage } from './presenter.ts'
import { selectConversationById } from './queries.ts'
import { selectAnswerTrace, selectNewestReply, selectReplyTo } from './reply-queries.ts'

const MOST_MS = 120_000
const HEARTBEAT_MS = 15_000

/** An event of the stream: its name in the contract, and its data. */
export type ReplyEvent = {
  [Type in keyof typeof replyStream]: { type: Type; data: z.infer<(typeof replyStream)[Type]> }
}[keyof typeof replyStream]

interface Asked {
  conversationId: string
  /** The visitor's message, or the one whose action was completed. */
  messageId: string
  /** Whether the client has sent the message before: once all is over, it is told the messages alone. */
  isRepeated?: boolean
}

interface Client {
  /** Aborted when the client has gone or the server stops. */
  end: AbortSignal
  /** Whether the client reads more slowly than events are written. */
  isBehind(): boolean
}

/**
 * What becomes of the reply that a message asked for, until it is known or two minutes have passed; undefined as a
 * heartbeat. The reply goes on whatever becomes of the stream.
 */
export async function* streamReply(
  deps: Dependencies,
  asked: Asked,
  { end, isBehind }: Client,
): AsyncGenerator<ReplyEvent | undefined> {
  const alarm = createAlarm()
  const pieces = followReply(deps, asked.conversationId, { ring: alarm.ring, isBehind, isWhole: true })
  let isChanged = true // whether the conversation may be in another state than was read last
  const stop = deps.notifications.subscribe(conversationTopic(asked.conversationId), () => {
    isChanged = true
    alarm.ring()
  })
  end.addEventListener('abort', alarm.ring)
  const until = performance.now() + MOST_MS
  let followed: string | undefined
  let state: State = {}
  let toldAt = performance.now()
  try {
    for (let isFirst = true; !end.aborted; isFirst = false) {
      const events: ReplyEvent[] = []
      // Mostly there are but further pieces of the reply, for which the conversation need not be read.
      if (isChanged || !pieces.isAllOf(followed)) {
        isChanged = false
        state = await stateOf(deps, asked)
      }
      const { reply, outcome, ending = [] } = state
      if (reply && reply.id !== followed && !(isFirst && outcome && asked.isRepeated)) {
        followed = reply.id
        events.push({ type: 'reply.started', data: { reply_id: reply.id } })
      }
      for (const { type, data } of await pieces.told()) {
        const { reply: reply_id, ...piece } = data
        events.push({ type, data: { reply_id, ...piece } } as ReplyEvent)
      }
      if (outcome) {
        events.push(...(isFirst && asked.isRepeated ? ending.filter(({ type }) => type === 'message') : ending))
        events.push({ type: 'done', data: { outcome } })
      } else if (performance.now() >= until) events.push({ type: 'done', data: { outcome: 'failed' } })
      if (events.length > 0) toldAt = performance.now()
      yield* events
      if (events.at(-1)?.type === 'done') return
      await alarm.wait(Math.min(toldAt + HEARTBEAT_MS, until) - performance.now())
      if (performance.now() - toldAt >= HEARTBEAT_MS) {
        toldAt = performance.now()
        yield undefined
      }
    }
  } finally {
    stop()
    pieces.stop()
  }
}

interface State {
  /** The reply that answers; missing if none was asked for. */
  reply?: Row<'replies'>
  /** Missing while it is not known. */
  outcome?: ReplyOutcome
  /** What is told before the end. */
  ending?: ReplyEvent[]
}

async function stateOf(deps: Dependencies, { conversationId, messageId }: Asked): Promise<State> {
  const db = deps.database.read
  const asked = await selectReplyTo(db, conversationId, messageId)
  const newest = await selectNewestReply(db, conversationId)
  const conversation = await selectConversationById(db, conversationId)
  if (!conversation || (!asked && conversation.status === 'closed')) return { outcome: 'closed' }
  if (!asked || !newest) return { outcome: 'human' }
  const isLost = asked.status === 'superseded' || asked.status === 'discarded'
  // Where people gave the conversation back, the reply that then comes answers the same message.
  const reply = isLost && newest.asked_message_id === null ? newest : asked
  if (reply.status === 'pending') return { reply }
  const message = reply.message_id && (await selectMessage(db, conversationId, reply.message_id))
  if (message) return { reply, ...(await endOf(deps, reply, message)) }
  if (conversation.status === 'closed') return { reply, outcome: 'closed' }
  if (conversation.response_mode === 'human') return { reply, outcome: 'human' }
  return { reply, outcome: newest.turn > reply.turn ? 'superseded' : 'closed' }
}

async function endOf(
  { database: { read: db } }: Dependencies,
  reply: Row<'replies'>,
  row: Row<'messages'>,
): Promise<Pick<State, 'outcome' | 'ending'>> {
  const message = presentMessage(row)
  const trace = await selectAnswerTrace(db, row.id)
  const ending: ReplyEvent[] = []
  const isHandedOver = trace?.decision === 'handed_over'
  if (isHandedOver) {
    const reason = heldSince(await selectLastHandOver(db, reply.conversation_id))
    ending.push({ type: 'handed_over', data: { reason } })
  }
  const citations: Data<'getAnswerTrace'>['citations'] = JSON.parse(trace?.citations ?? '[]')
  const items = citations.map(({ source_id, title, url, quote }) => ({ source_id, title, url, quote }))
  if (items.length > 0) ending.push({ type: 'citations', data: { items } })
  ending.push({ type: 'message', data: message })
  if (isHandedOver) return { ending, outcome: 'handed_over' }
  if (message.action_required) return { ending, outcome: 'action_required' }
  return { ending, outcome: trace?.decision === 'unknown' ? 'unknown' : 'answered' }
}

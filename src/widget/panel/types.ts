import type { z } from 'zod'
import type { Data } from '#contract/index.ts'
import type { visitorStream } from '#contract/widget.ts'
import type { Score } from './rated.ts'

export type Widget = Data<'getWidget'>
export type Visit = Data<'startVisit'>
type Visitor = Data<'updateVisitor'>
export type Conversation = NonNullable<Data<'readVisit'>['conversation']>
export type Item = Data<'readVisit'>['items'][number]
export type Message = Data<'writeMessage'>
export type AttachedFile = Message['attachments'][number]

/** The data of the events in the stream of the visitor's conversation, by the event's name. */
export type Stream = { [Type in keyof typeof visitorStream]: z.infer<(typeof visitorStream)[Type]> }

/** What the visitor has said and the server has not stored yet. */
export interface Unsent {
  id: string
  content: string
  files: AttachedFile[]
  /** The position of what stood last in the thread when it was written; null if nothing did. */
  after: string | null
  /**
   * The token under which it is sent: the one under which it was written, or a later one if its writer has proved who
   * they are since, or a visitor has chosen to send it again.
   */
  writer: string
  /** Whether its writer had proved who they are: then nobody else sees it either. */
  isProved: boolean
  /** The status with which it was refused, 0 if it is held back as another visitor's; null if it is (to be) sent. */
  problem: number | null
}

/** A reply that is not finished, up to its piece number `seq`. */
export interface Reply {
  id: string
  seq: number
  text: string
}

export interface State {
  /** `away`: the agent is disabled; `stranger`: only visitors whom the website has identified may write here. */
  phase: 'loading' | 'ready' | 'failed' | 'away' | 'stranger'
  widget: Widget | null
  visitor: Visitor | null
  conversation: Conversation | null
  items: Item[]
  unsent: Unsent[]
  /** How the visitor has rated answers of the AI, by message. */
  rated: ReadonlyMap<string, Score>
  /** What the AI has written of a reply that is not finished. */
  reply: Reply | null
  /** The first name of the member who is writing; null if none is. */
  writer: string | null
  /** Whether the server can't be reached at the moment. */
  isOffline: boolean
}

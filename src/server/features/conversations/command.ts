import type { MessageAction } from '#contract/actions.ts'
import type { Reply } from '../../adapters/models/generate-reply.ts'
import type { Row } from '../../db/rows.ts'

/** A conversation as a transaction holds it. */
export interface State {
  row: Row<'conversations'>
  /** The AI's reply in the making, of which there is at most one. */
  pendingReply: Row<'replies'> | undefined
}

/** Who writes a human message: a member, or whoever holds a key of theirs. */
export interface Author {
  userId: string
  keyId: string | null
}

/** What a decision needs of the world: the time in milliseconds since 1970, and new ids. */
export interface World {
  now: number
  newId(): string
}

interface Answering {
  /** Whether the agent leaves all conversations to people. */
  only_human: 0 | 1
  /** What its organization pays for. */
  plan: Row<'organizations'>['plan']
}

/** What can happen to a conversation. */
export type Command =
  | { kind: 'visitor_writes'; content: string; agent: Answering }
  | { kind: 'person_writes'; content: string; author: Author }
  /** Mode and status; when both are given the mode comes first. */
  | { kind: 'set'; mode: 'ai' | 'human' | undefined; status: 'open' | 'closed' | undefined }
  /** The visitor has filled in what an action asked for. Out of credits, a person goes on instead of the AI. */
  | {
      kind: 'complete_action'
      message: Row<'messages'>
      completed: MessageAction
      agent: Answering
      isOutOfCredits: boolean
    }
  /** A model has answered, or could not: then even the built-in one failed. Null: its agent was not to speak. */
  | {
      kind: 'reply_ends'
      reply: Row<'replies'>
      made: Reply | 'failed' | null
      agent: { speaks: boolean; onlyPeople: boolean }
    }
  | { kind: 'delete' }

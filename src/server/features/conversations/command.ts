import type { MessageAction } from '#contract/actions.ts'
import type { Reply } from '../../adapters/models/generate-reply.ts'
import type { Row } from '../../db/rows.ts'

/** A conversation as a transaction has locked and read it. */
export interface State {
  row: Row<'conversations'>
  /** The reply that the AI is still making, of which there is at most one. */
  pendingReply: Row<'replies'> | undefined
}

/** Who writes a human message: a member, or whoever holds a key of theirs. */
export interface Author {
  userId: string
  keyId: string | null
}

/** All that a decision needs besides the state: the time in milliseconds since 1970, and new ids. */
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
  /** Changes the mode, the status, or both; then the mode comes first. */
  | { kind: 'set'; mode: 'ai' | 'human' | undefined; status: 'open' | 'closed' | undefined }
  /** The visitor has filled in the form of an action. Without credits left, a person goes on instead of the AI. */
  | {
      kind: 'complete_action'
      message: Row<'messages'>
      completed: MessageAction
      agent: Answering
      isOutOfCredits: boolean
    }
  /**
   * A model has made its reply; `failed` when even the built-in one could not; null when the agent was not to answer.
   */
  | {
      kind: 'reply_ends'
      reply: Row<'replies'>
      made: Reply | 'failed' | null
      agent: { speaks: boolean; onlyPeople: boolean }
    }
  | { kind: 'delete' }

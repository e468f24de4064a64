import type { MessageAction } from '#contract/actions.ts'
import type { Row } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { type Decision, type Draft, draftOf, finish } from './decision.ts'
import { type Author, addMessage, askForReply, callOffReply, handOver, setMode, setStatus } from './draft.ts'
import { endReply, type Made } from './end-reply.ts'

/** A conversation as a transaction holds it. */
export interface State {
  row: Row<'conversations'>
  /** The AI's reply in the making, of which there is at most one. */
  pendingReply: Row<'replies'> | undefined
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
      made: Made | 'failed' | null
      agent: { speaks: boolean; onlyPeople: boolean }
    }
  | { kind: 'delete' }

/**
 * What follows from a command: the conversation as it will be, and all that is to be stored, charged and told with it.
 * It reads and writes nothing; `commit` carries it out.
 * @throws AppError 409 or 422 when the conversation's state forbids it
 */
export function decide(state: State, command: Command, world: World): Decision {
  const draft = draftOf(state, world)
  carryOut(draft, command)
  return finish(draft)
}

function carryOut(draft: Draft, command: Command): void {
  const { row, world } = draft
  switch (command.kind) {
    case 'visitor_writes': {
      if (row.status === 'closed') throw new AppError('conversation_closed')
      addMessage(draft, { role: 'visitor', content: command.content })
      // An agent that became human-only since leaves its older conversations to people too.
      if (command.agent.only_human) setMode(draft, 'human')
      if (row.response_mode === 'ai') askForReply(draft, command.agent.plan)
      return
    }
    case 'person_writes':
      setMode(draft, 'human')
      row.turn += 1
      addMessage(draft, { role: 'human', content: command.content, author: command.author })
      return
    case 'set': {
      const staysClosed = row.status === 'closed' && command.status !== 'open'
      if (command.mode && staysClosed) throw new AppError('conversation_closed')
      if (command.mode) setMode(draft, command.mode)
      if (command.status) setStatus(draft, command.status)
      return
    }
    case 'complete_action': {
      const { id } = command.message
      draft.changedMessage = { id, action: JSON.stringify(command.completed), action_required: 0 }
      if (row.status !== 'open' || row.response_mode !== 'ai' || command.agent.only_human) return
      if (command.isOutOfCredits) handOver(draft)
      else askForReply(draft, command.agent.plan, id)
      return
    }
    case 'reply_ends':
      endReply(draft, command)
      return
    case 'delete':
      row.deleted_at = world.now
      row.turn += 1
      callOffReply(draft)
  }
}

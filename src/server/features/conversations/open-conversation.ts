import { randomUUID } from 'node:crypto'
import type { ResponseMode } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import type { Answered } from '../../answered.ts'
import type { PostContext } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { World } from './command.ts'
import { commit } from './commit.ts'
import { type Decision, emptyDraft, finish } from './decision.ts'
import { addMessage, type NewMessage } from './draft.ts'
import { presentConversation } from './presenter.ts'
import { worldOf } from './world.ts'

interface NewConversation {
  origin: Row<'conversations'>['origin']
  chatUser: { id: string; name: string | null; email: string | null }
  identityVerified: boolean
  messages: NewMessage[]
  /** Who answers at first, unless the agent leaves all conversations to people; the AI by default. */
  mode?: ResponseMode
  /** The member who begins it, and so has it. */
  assigneeId?: string
  /** The visitor's id in the table `visitors`, if the conversation is held in the chat of a website. */
  visitorId?: string
}

/** Stores a new open conversation with its first messages in one transaction, and answers with it. */
export function openConversation(
  ctx: PostContext,
  agent: Row<'agents'>,
  input: NewConversation,
): Promise<Answered<Data<'createConversation'>>> {
  const decision = decideOpening(agent, input, worldOf(ctx))
  return ctx.database.transaction(async (tx) => {
    await commit(ctx, tx, decision)
    return ctx.answer(tx, presentConversation(decision.after))
  })
}

/** Decides what to store and announce for a new conversation. A pure function. */
export function decideOpening(agent: Row<'agents'>, input: NewConversation, world: World): Decision {
  const draft = emptyDraft(world, {
    id: world.newId(),
    organization_id: agent.organization_id,
    agent_id: agent.id,
    session_id: randomUUID(),
    origin: input.origin,
    status: 'open',
    response_mode: agent.only_human ? 'human' : (input.mode ?? 'ai'),
    chat_user_id: input.chatUser.id,
    chat_user_name: input.chatUser.name,
    chat_user_email: input.chatUser.email,
    identity_verified: input.identityVerified ? 1 : 0,
    turn: 0,
    message_count: 0,
    webhook_sequence: 0,
    last_message_role: null,
    last_message_excerpt: null,
    last_message_at: null,
    left_open_position: null,
    waiting_since: null,
    waited_since: null,
    entry_count: 0,
    visitor_id: input.visitorId ?? null,
    visitor_read_position: null,
    visitor_read_at: null,
    assignee_id: input.assigneeId ?? null,
    snoozed_until: null,
    label_ids: '[]',
    asked_at: null,
    offered_message_id: null,
    created_at: world.now,
    updated_at: world.now,
    deleted_at: null,
  })
  for (const message of input.messages) addMessage(draft, message)
  return finish(draft)
}

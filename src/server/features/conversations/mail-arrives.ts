import type { HandOverReason, ResponseMode } from '#contract/enums.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { payerOf } from './command.ts'
import { commit, decideAndCommit, stateOf } from './commit.ts'
import { decideOpening } from './open-conversation.ts'
import { draftReply } from './suggestions.ts'
import { worldOf } from './world.ts'

/** An agent and the plan of its organization. */
type MailedAgent = Row<'agents'> & Pick<Row<'organizations'>, 'plan'>

/**
 * Opens a conversation with whoever wrote to a mailbox, without a message.
 * @param mode who is to answer
 */
export async function openMailConversation(
  deps: Dependencies,
  tx: Tx,
  agent: MailedAgent,
  sender: { address: string; name: string },
  mode: ResponseMode,
): Promise<Row<'conversations'>> {
  const { address, name } = sender
  const chatUser = { id: address, name: name || null, email: address }
  const opened = decideOpening(
    agent,
    { origin: 'email', chatUser, identityVerified: false, messages: [], mode },
    worldOf(deps),
  )
  await commit(deps, tx, opened)
  return opened.after
}

/**
 * Stores what somebody wrote in a mail, in a conversation that the transaction has locked, and reopens it unless a
 * machine wrote the mail or it is old (`isQuiet`); then `closes` closes it. The AI is asked for an answer unless `forPeople` says why people answer.
 * @returns the message
 * @throws AppError 422 `subscription_limit_exceeded` if no credit is left for an answer; try again with `forPeople`
 */
export async function mailArrives(
  deps: Dependencies,
  tx: Tx,
  row: Row<'conversations'>,
  mail: {
    agent: MailedAgent
    content: string
    isQuiet: boolean
    forPeople: HandOverReason | null
    closes?: boolean
    /** Whether the AI suggests to people what to answer. */
    isDrafted: boolean
  },
): Promise<Row<'messages'>> {
  const state = await stateOf(tx, row)
  const { added, after } = await decideAndCommit(deps, tx, state, { kind: 'mail_arrives', ...mail })
  if (mail.isDrafted) await draftReply(deps, tx, after, payerOf(mail.agent))
  return added[0]!
}

/** Notes that a mail did not reach an address, in a conversation that the transaction has locked: people go on. */
export async function mailBounces(
  deps: Dependencies,
  tx: Tx,
  row: Row<'conversations'>,
  address: string,
): Promise<void> {
  await decideAndCommit(deps, tx, await stateOf(tx, row), { kind: 'mail_bounces', address })
}

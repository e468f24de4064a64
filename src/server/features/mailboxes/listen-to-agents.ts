import type { EventListener } from '../../context.ts'
import { changeMailbox, selectMailboxesOfAgent } from './queries.ts'
import { tellMailbox } from './save-mailbox.ts'

const AGENT_DELETED =
  'The agent that answered here was deleted. Choose another one; until then mail servers are told to keep its mail and send it again.'

/** Pauses the mailboxes of a deleted agent, so that mail servers keep their mail until they have another. */
export const mailboxEventListener: EventListener = async (deps, tx, { event }) => {
  if (event.type !== 'agent.deleted') return
  for (const mailbox of await selectMailboxesOfAgent(tx, event.agent_id)) {
    const error = {
      error_code: 'agent_deleted',
      error_message: AGENT_DELETED,
      error_since: deps.now(),
      error_side: null,
    } as const
    await changeMailbox(tx, mailbox.id, { ...error, is_paused: 1 })
    await tellMailbox(deps, tx, mailbox)
  }
}

import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { hashToken } from '../keys/index.ts'
import { selectMailbox, selectMailboxByToken } from './queries.ts'

export {
  changeOwnFetch,
  leaveLeases,
  selectFetch,
  selectFetched,
  takeLeases,
} from './fetch-queries.ts'
export { idKeys } from './id-keys.ts'
export { sendWaitingJob } from './jobs.ts'
export type { Unfetched } from './list-unfetched.ts'
export { mailboxEventListener } from './listen-to-agents.ts'
export { type MailboxProblem, noteProblem, noteSending } from './note-problem.ts'
export { aliasesOf, incomingOf, outgoingOf } from './presenter.ts'
export { changeMailbox, lockMailbox, selectAnyMailbox, selectMailboxes } from './queries.ts'
export { MAILBOXES_TOPIC, tellMailbox } from './save-mailbox.ts'
export { accountOf, canSend, imapAccountOf, savesSent, senderOf } from './sender.ts'
export { passwordPlace } from './settings.ts'
export { proveMailbox } from './verification.ts'

/** The mailbox whose mail is posted with a token; undefined if there is none. */
export const findInboundMailbox = (deps: Dependencies, token: string): Promise<Row<'mailboxes'> | undefined> =>
  selectMailboxByToken(deps.database.read, hashToken(token))

/** @throws AppError 404 */
export const findMailbox: Locator<'mailbox'> = async (ctx, id, { organization }) =>
  orNotFound(await selectMailbox(ctx.database.read, organization.id, id))

import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { AppError, orNotFound } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { selectMessage } from './message-queries.ts'
import { selectConversation } from './queries.ts'

export { holdActingMember } from './acting-member.ts'
export { addressIn } from './address-form.ts'
export { checkActionResult } from './check-action-result.ts'
export { closeQuietConversations } from './close-quiet.ts'
export { actorOf } from './command.ts'
export { NOT_ANSWERED, WAITING } from './counts.ts'
export { takeOutConversation } from './delete-conversation.ts'
export { pendingAction } from './end-reply.ts'
export { followReply, type ReplyFollower } from './follow-reply.ts'
export { gatherMaterial, type Material } from './gather-material.ts'
export { handOverWords, nobodyComes } from './hand-over-words.ts'
export {
  filledIn,
  HISTORY_MESSAGES,
  type History,
  historyBefore,
  historyOfMessage,
  historyOfQuestion,
  searchedFor,
} from './history.ts'
export { type VisitorIdentity, verifyIdentity } from './identity.ts'
export { mailArrives, mailBounces, openMailConversation } from './mail-arrives.ts'
export { whereWordsWent } from './move-queries.ts'
export { moveWords, noteLink } from './move-words.ts'
export { findNote } from './notes.ts'
export { discardEmpty, openByMember, personMails, takingOver } from './person-mails.ts'
export { presentRating } from './present-thread.ts'
export { presentConversation, presentHandling, presentMessage } from './presenter.ts'
export { lockAnyConversation } from './queries.ts'
export { sendToWaiting } from './send-to-waiting.ts'
export { type ReplyEvent, streamReply } from './stream-reply.ts'
export { submitActionResult } from './submit-action-result.ts'
export { GONE_AFTER_MS, presentDelivery as deliveryOf } from './thread-mails.ts'
export {
  byPosition,
  formatPosition,
  parsePosition,
  THREAD_BEGINNING,
  THREAD_END,
  type ThreadPosition,
} from './thread-position.ts'
export {
  selectRatings,
  type ThreadEntry,
  type ThreadMessage,
} from './thread-queries.ts'
export { unassignRemoved } from './unassign-removed.ts'
export {
  hasOpenVisit,
  markVisitorRead,
  selectVisit,
  selectVisitMessage,
  selectVisitThread,
  type VisitThread,
} from './visit-queries.ts'
export { identifyVisitor, visitorAsksForPerson, visitorDeclines, visitorTakesBack, visitorWrites } from './visits.ts'
export { authorOf } from './world.ts'

/** Of any origin. @throws AppError 404 */
export async function findConversation(ctx: Context, agent: Row<'agents'>, id: string): Promise<Row<'conversations'>> {
  return orNotFound(await selectConversation(ctx.database.read, agent.id, id))
}

/** Only one that was made through the API. @throws AppError 404 */
export const findPublicConversation: Locator<'conversation'> = async (ctx, id, { agent }) => {
  const row = await findConversation(ctx, agent, id)
  if (row.origin !== 'public_api') throw new AppError('resource_not_found')
  return row
}

/** @throws AppError 404 */
export const findMessage: Locator<'message'> = async (ctx, id, { conversation }) =>
  orNotFound(await selectMessage(ctx.database.read, conversation.id, id))

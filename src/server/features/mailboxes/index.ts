import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import type { LocatedOrganization } from '../../http/binding.ts'
import { selectMailbox } from './queries.ts'

export { aliasesOf, type Outgoing, outgoingOf } from './presenter.ts'
export { changeMailbox, lockMailbox, selectMailboxByToken, selectMailboxes, selectMailboxesOfAgent } from './queries.ts'
export { tellMailbox } from './save-mailbox.ts'
export { passwordPlace } from './settings.ts'

/** @throws AppError 404 */
export async function findMailbox(
  ctx: Context,
  organization: LocatedOrganization,
  id: string,
): Promise<Row<'mailboxes'>> {
  return orNotFound(await selectMailbox(ctx.database.read, organization.id, id))
}

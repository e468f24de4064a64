import { isAtLeast } from '#contract/roles.ts'
import { actingUserId, type Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { lockRow } from '../../db/lock.ts'
import type { Flag } from '../../db/tables.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import type { Bindings, LocatedOrganization } from '../../http/binding.ts'
import { presentSavedReply } from './presenter.ts'
import {
  changeSavedReply,
  countOwn,
  insertSavedReply,
  removeSavedReply,
  type SavedReplyRow,
  selectSavedReplies,
  selectSavedReply,
} from './queries.ts'

export const MOST_SAVED_REPLIES = 500

export const savedReplyRoutes = {
  listSavedReplies: {
    async run(ctx, { organization }) {
      const rows = await selectSavedReplies(ctx.database.read, organization.id, actingUserId(ctx))
      return rows
        .map(presentSavedReply)
        .sort((one, other) => one.title.localeCompare(other.title, 'en', { numeric: true }))
    },
  },
  createSavedReply: {
    run: (ctx, { organization, body }) =>
      ctx.database.transaction(async (tx) => {
        const userId = actingUserId(ctx)
        await lockRow(tx, 'organizations', organization.id) // so that two requests at once can't exceed the limit
        if ((await countOwn(tx, organization.id, userId)) >= MOST_SAVED_REPLIES)
          throw invalid('title', `can't be added: a member has at most ${MOST_SAVED_REPLIES} saved replies`)
        const id = newId()
        await insertSavedReply(tx, {
          id,
          organization_id: organization.id,
          user_id: userId,
          title: body.title,
          content: body.content,
          is_shared: body.is_shared ? 1 : 0,
          created_at: ctx.now(),
        })
        const row = await selectSavedReply(tx, organization.id, userId, id)
        return ctx.answer(tx, presentSavedReply(row!))
      }),
  },
  updateSavedReply: {
    run: (ctx, { organization, reply, body }) =>
      ctx.database.transaction(async (tx) => {
        await lockRow(tx, 'saved_replies', reply.id)
        // Others may have changed it since the request began.
        const current = orNotFound(await selectSavedReply(tx, organization.id, actingUserId(ctx), reply.id))
        assertMayChange(ctx, organization, current)
        const { title = current.title, content = current.content } = body
        const is_shared: Flag = (body.is_shared ?? current.is_shared === 1) ? 1 : 0
        const changes = { title, content, is_shared }
        await changeSavedReply(tx, reply.id, changes)
        return presentSavedReply({ ...current, ...changes })
      }),
  },
  deleteSavedReply: {
    run: (ctx, { organization, reply }) =>
      ctx.database.transaction(async (tx) => {
        assertMayChange(ctx, organization, reply)
        if (!(await removeSavedReply(tx, reply.id))) throw new AppError('resource_not_found')
        return undefined
      }),
  },
} satisfies Partial<Bindings>

/**
 * The author, owners and admins may change a saved reply; others' unshared ones never get here (`findSavedReply`).
 * @throws AppError 403 `forbidden` for anybody else
 */
function assertMayChange(ctx: Context, organization: LocatedOrganization, reply: SavedReplyRow): void {
  const isOwn = reply.user_id === actingUserId(ctx)
  if (!isOwn && !(organization.role && isAtLeast(organization.role, 'admin'))) throw new AppError('forbidden')
}

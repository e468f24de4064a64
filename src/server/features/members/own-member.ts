import { actingUserId } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { changeWishes, presentOwnSettings } from '../organizations/index.ts'
import { changeMembership, lockMembership, selectMember } from './queries.ts'

/** The asking member's own settings in the organization: availability and notifications. */
export const getOwnMember: Verb<'getOwnMember'> = async (ctx, { organization }) => {
  const row = await selectMember(ctx.database.read, organization.id, actingUserId(ctx))
  if (!row) throw new AppError('forbidden') // removed in the meantime
  return presentOwnSettings(row)
}

/** Changes the asking member's own settings. Emits an event, as the other members see whether they are available. */
export const updateOwnMember: Verb<'updateOwnMember'> = async (ctx, input) => {
  const { availability, notifications } = input.body
  if (availability === undefined && Object.keys(notifications ?? {}).length === 0) return getOwnMember(ctx, input)
  const { id } = input.organization
  return ctx.database.transaction(async (tx) => {
    const userId = actingUserId(ctx)
    const current = await lockMembership(tx, id, userId)
    const changes = {
      ...(availability !== undefined && { availability }),
      ...(current && notifications && changeWishes(current, notifications)),
    }
    const row = await changeMembership(tx, id, userId, changes)
    if (!row) throw new AppError('forbidden') // removed in the meantime
    await emit(ctx, tx, id, { type: 'member.updated', user_id: row.user_id })
    return presentOwnSettings(row)
  })
}

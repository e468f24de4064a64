import type { Data } from '#contract/index.ts'
import { actingUserId, type Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { VerbInput } from '../../http/binding.ts'
import { changeWishes, presentOwnSettings } from '../organizations/index.ts'
import { changeMembership, lockMembership, selectMember } from './queries.ts'

/** The asking member's own settings in the organization: availability and notifications. */
export async function getOwnMember(
  ctx: Context,
  { organization }: VerbInput<'getOwnMember'>,
): Promise<Data<'getOwnMember'>> {
  const row = await selectMember(ctx.database.read, organization.id, actingUserId(ctx))
  if (!row) throw new AppError('forbidden') // removed in the meantime
  return presentOwnSettings(row)
}

/** Changes the asking member's own settings. Emits an event, as the other members see whether they are available. */
export async function updateOwnMember(
  ctx: Context,
  input: VerbInput<'updateOwnMember'>,
): Promise<Data<'updateOwnMember'>> {
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

import type { Data } from '#contract/index.ts'
import { actingUserId, type Context } from '../../context.ts'
import type { RowChanges } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { VerbInput } from '../../http/binding.ts'
import { presentOwnSettings } from '../organizations/index.ts'
import { changeMembership, selectMember } from './queries.ts'

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
  const changes = changesOf(input.body)
  if (Object.keys(changes).length === 0) return getOwnMember(ctx, input)
  const { id } = input.organization
  return ctx.database.transaction(async (tx) => {
    const row = await changeMembership(tx, id, actingUserId(ctx), changes)
    if (!row) throw new AppError('forbidden')
    await emit(ctx, tx, id, { type: 'member.updated', user_id: row.user_id })
    return presentOwnSettings(row)
  })
}

function changesOf({ availability, notifications = {} }: VerbInput<'updateOwnMember'>['body']) {
  const { desktop, sound, mail_after_minutes } = notifications
  const changes: RowChanges<'memberships'> = {
    ...(availability !== undefined && { availability }),
    ...(desktop !== undefined && { notify_desktop: desktop ? 1 : 0 }),
    ...(sound !== undefined && { notify_sound: sound ? 1 : 0 }),
    ...(mail_after_minutes !== undefined && { mail_after_minutes }),
  }
  return changes
}

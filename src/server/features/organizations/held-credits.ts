import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import { deleteHeld, deleteHeldBefore, insertHeld } from './queries.ts'
import { quotaPeriod, returnQuota, takeQuota } from './quotas.ts'

/** Milliseconds after which the process that held a credit must have died; far longer than a model takes. */
const LEFT_BEHIND_AFTER_MS = 10 * 60 * 1000

/** A credit that is taken in advance, before it is known whether it will be spent. */
interface HeldCredit {
  spend(): Promise<void>
  giveBack(): Promise<void>
}

/**
 * Takes and holds a credit until it is spent or given back, by `freeHeldCredits` if this process dies before.
 * @throws AppError 422 `subscription_limit_exceeded` when none is left
 */
export async function holdCredit(
  ctx: Dependencies,
  organization: Pick<Row<'organizations'>, 'id' | 'plan'>,
): Promise<HeldCredit> {
  const held = {
    organization_id: organization.id,
    period: quotaPeriod('message_credits', ctx.now()),
    since: ctx.now(),
    id: newId(),
  }
  await ctx.database.transaction(async (tx) => {
    await takeQuota(ctx, tx, organization, 'message_credits', 1)
    await insertHeld(tx, held)
  })
  return {
    spend: () => ctx.database.transaction(async (tx) => void (await deleteHeld(tx, held))),
    giveBack: () =>
      ctx.database.transaction(async (tx) => {
        const isHeld = await deleteHeld(tx, held)
        if (isHeld) await returnQuota(tx, organization.id, 'message_credits', 1, held.period)
      }),
  }
}

/** Gives back the credits that have been held for so long that the processes which held them must have died. */
export async function freeHeldCredits(deps: Pick<Dependencies, 'database' | 'now'>): Promise<void> {
  await deps.database.transaction(async (tx) => {
    for (const { organization_id, period } of await deleteHeldBefore(tx, deps.now() - LEFT_BEHIND_AFTER_MS))
      await returnQuota(tx, organization_id, 'message_credits', 1, period)
  })
}

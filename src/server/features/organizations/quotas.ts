import type { QuotaName } from '#contract/limits.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { monthOf } from '../../db/time.ts'
import { AppError } from '../../errors.ts'
import { takeCredit, takeCredits } from './credits.ts'
import { addUsageWithin, subtractUsage } from './queries.ts'

const sentences: Record<QuotaName, string> = {
  text_characters: 'This is more text than the plan allows.',
  urls: 'These are more URLs than the plan allows.',
  document_bytes: 'These documents are larger than the plan allows.',
  message_credits: "This month's message credits are used up.",
  crawl_links: 'These are more links than the plan allows.',
}

/** The period in which a quota is counted: the month for credits, an empty text for all else, which is never reset. */
export function quotaPeriod(name: QuotaName, now: number): string {
  return name === 'message_credits' ? monthOf(now) : ''
}

type Holder = Pick<Row<'organizations'>, 'id' | 'plan'>

/**
 * Takes `amount` from a quota, exactly even if called concurrently.
 * @throws AppError 422 `subscription_limit_exceeded` when not enough is left
 */
export async function takeQuota(ctx: Dependencies, tx: Tx, organization: Holder, name: QuotaName, amount: number) {
  if (!(await takeQuotaIfLeft(ctx, tx, organization, name, amount)))
    throw new AppError('subscription_limit_exceeded', { message: sentences[name] })
}

/** Takes `amount` from a quota, as `takeQuota` does, if so much is left. @returns whether it was taken */
export async function takeQuotaIfLeft(
  ctx: Dependencies,
  tx: Tx,
  { id, plan }: Holder,
  name: QuotaName,
  amount: number,
): Promise<boolean> {
  if (amount === 0) return true
  const limit = ctx.config.planQuotas[plan][name]
  if (amount > limit) return false
  const take = name !== 'message_credits' ? addUsageWithin : amount === 1 ? takeCredit : takeCredits
  return take(tx, { organization_id: id, name, period: quotaPeriod(name, ctx.now()), used: amount }, limit)
}

/** Returns what was taken from a quota. `period` is the one in which it was taken. */
export async function returnQuota(
  tx: Tx,
  organizationId: string,
  name: QuotaName,
  amount: number,
  period = '',
): Promise<void> {
  if (amount === 0) return
  await subtractUsage(tx, { organization_id: organizationId, name, period, used: amount })
}

import { randomInt } from 'node:crypto'
import type { QuotaName } from '#contract/limits.ts'
import type { Dependencies } from '../../context.ts'
import { hasRowLocks } from '../../db/dialect.ts'
import { newId } from '../../db/ids.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { monthOf } from '../../db/time.ts'
import { AppError } from '../../errors.ts'
import {
  addUsageWithin,
  deleteBlocks,
  deleteHeld,
  deleteHeldBefore,
  insertHeld,
  setAside,
  subtractUsage,
  takeFromAnyBlock,
  takeFromFreeBlock,
} from './queries.ts'

/** Number of credits that are taken from the limit at once. */
const BLOCK = 20
/** Number of rows for blocks, far more than transactions that take a credit at the same time. */
const BLOCK_ROWS = 64

/**
 * Takes one credit unless that exceeds the limit. On PostgreSQL, each change of the usage row waits for the commit
 * before it, so credits are taken in blocks, whose rests are rows named like `message_credits~17` with negative
 * numbers. The usage is the sum of all rows, and exact even if a process dies. A credit is taken from a block that
 * nobody has locked; near the limit one by one, and the last ones from any block.
 * @returns whether a credit was taken
 */
export async function takeCredit(tx: Tx, usage: NewRow<'quota_usage'>, limit: number): Promise<boolean> {
  if (hasRowLocks(tx)) {
    if (await takeFromFreeBlock(tx, usage, limit)) return true
    if (BLOCK <= limit && (await addUsageWithin(tx, { ...usage, used: BLOCK }, limit))) {
      const name = `${usage.name}~${randomInt(BLOCK_ROWS)}`
      await setAside(tx, { ...usage, name, used: 1 - BLOCK })
      return true
    }
  }
  if (await addUsageWithin(tx, usage, limit)) return true
  return takeFromAnyBlock(tx, usage, limit)
}

/**
 * Takes several credits unless that exceeds the limit. If it seems so, the rests of blocks first go back to the usage
 * row, which is then exact.
 * @returns whether they were taken
 */
export async function takeCredits(tx: Tx, usage: NewRow<'quota_usage'>, limit: number): Promise<boolean> {
  if (await addUsageWithin(tx, usage, limit)) return true
  if (!hasRowLocks(tx)) return false
  // The attempt has locked the usage row, so no blocks are made until this transaction ends.
  const left = -(await deleteBlocks(tx, usage))
  if (left === 0) return false
  await subtractUsage(tx, { ...usage, used: left })
  return addUsageWithin(tx, usage, limit)
}

const sentences: Record<QuotaName, string> = {
  text_characters: 'This is more text than the plan allows.',
  urls: 'These are more URLs than the plan allows.',
  document_bytes: 'These documents are larger than the plan allows.',
  message_credits: "This month's message credits are used up.",
  crawl_links: 'These are more links than the plan allows.',
}

/** The period in which a quota is counted: the month for credits, an empty text for all else, which is never reset. */
export const quotaPeriod = (name: QuotaName, now: number): string => (name === 'message_credits' ? monthOf(now) : '')

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

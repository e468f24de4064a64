import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { invalid } from '../../errors.ts'
import { organizationOf, quotaPeriod, returnQuota, takeQuota, takeQuotaIfLeft } from '../organizations/index.ts'

/** Credits that were taken for questions, and the month in which; null if the questions cost none. */
export type Credits = Pick<Row<'check_runs'>, 'credits' | 'credit_period'>

/**
 * Whether a provider is asked, and so paid by somebody: with credits, or by an account of the organization's own, to
 * which each model belongs that is not the platform's.
 */
export const asksProvider = ({ models }: Dependencies, { model_id }: Pick<Row<'agents'>, 'model_id'>): boolean =>
  models.asksProvider(model_id) || !models.find(model_id)

/** Whether each question that the agent is asked costs a credit: only if a model of the platform's provider answers. */
export const costsCredits = ({ models }: Dependencies, { model_id }: Pick<Row<'agents'>, 'model_id'>): boolean =>
  models.asksProvider(model_id)

/**
 * @param what names what costs them
 * @throws AppError 422 on `credits` unless so many were agreed to; undefined agrees to none
 */
export function agreedCredits(
  deps: Dependencies,
  agent: Row<'agents'>,
  questions: number,
  agreed: number | undefined,
  what: string,
): number {
  const credits = costsCredits(deps, agent) ? questions : 0
  if ((agreed ?? 0) !== credits)
    throw invalid('credits', `must be ${credits}, which is what ${what} costs with the agent's model`)
  return credits
}

/** @throws AppError 422 `subscription_limit_exceeded` if too few are left */
export async function takeCredits(deps: Dependencies, tx: Tx, agent: Row<'agents'>, credits: number): Promise<Credits> {
  await takeQuota(deps, tx, await organizationOf(tx, agent), 'message_credits', credits)
  return taken(deps, credits)
}

/** Takes credits for questions in advance. @returns undefined if too few are left */
export async function takeCreditsIfLeft(deps: Dependencies, tx: Tx, agent: Row<'agents'>, credits: number) {
  const isTaken = await takeQuotaIfLeft(deps, tx, await organizationOf(tx, agent), 'message_credits', credits)
  return isTaken ? taken(deps, credits) : undefined
}

const taken = (deps: Dependencies, credits: number): Credits => ({
  credits,
  credit_period: credits > 0 ? quotaPeriod('message_credits', deps.now()) : null,
})

/** The credits left after so many paid replies. */
export const afterPaying = ({ credits }: Credits, paid: number): Pick<Credits, 'credits'> => ({
  credits: Math.max(0, credits - paid),
})

/** Returns the credits that are left to the month in which they were taken. @returns what remains of them: none */
export async function giveBackCredits(
  tx: Tx,
  { organization_id }: Pick<Row<'agents'>, 'organization_id'>,
  { credits, credit_period }: Credits,
): Promise<Credits> {
  if (credit_period !== null) await returnQuota(tx, organization_id, 'message_credits', credits, credit_period)
  return { credits: 0, credit_period: null }
}

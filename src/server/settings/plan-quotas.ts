import type { Plan, QuotaName } from '#contract/limits.ts'

type Quotas = Record<QuotaName, number>
export type PlanQuotas = Record<Plan, Quotas>

const MEGABYTE = 1_048_576

const defaults: PlanQuotas = {
  free: { text_characters: 400_000, urls: 50, document_bytes: 10 * MEGABYTE, message_credits: 100, crawl_links: 50 },
  promotional: {
    text_characters: 10_000_000,
    urls: 2_000,
    document_bytes: 500 * MEGABYTE,
    message_credits: 5_000,
    crawl_links: 2_000,
  },
  premium: {
    text_characters: 50_000_000,
    urls: 20_000,
    document_bytes: 2_000 * MEGABYTE,
    message_credits: 50_000,
    crawl_links: 10_000,
  },
}

/** The quotas of each plan. `message_credits` are per month, `crawl_links` bound one crawl, all others are totals. */
export function planQuotas(changes: Partial<Record<Plan, Partial<Quotas>>>): PlanQuotas {
  const merge = (plan: Plan): Quotas => ({ ...defaults[plan], ...changes[plan] })
  return { free: merge('free'), promotional: merge('promotional'), premium: merge('premium') }
}

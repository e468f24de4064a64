import type { RateClass } from '#contract/limits.ts'

const WINDOW_MS = 60_000 // milliseconds; the server counts each rate limit class per minute
const COMFORTABLE = 0.5 // share of the budget above which nothing slows down
const SLOWEST = 8 // factor of slowing down when the budget is nearly used up; `stretch` prolongs short waits by more

interface Budget {
  limit: number
  remaining: number
  seenAt: number
}

/** Remaining budgets by rate limit class, shared by all requests of the page. */
const budgets = new Map<RateClass, Budget>()

export function recordBudget(rate: RateClass, header: (name: string) => string | null): void {
  const limit = Number(header('x-ratelimit-limit') ?? Number.NaN)
  const remaining = Number(header('x-ratelimit-remaining') ?? Number.NaN)
  if (limit > 0 && remaining >= 0) budgets.set(rate, { limit, remaining, seenAt: Date.now() })
}

/** Share of the class's rate limit budget that is left, 0 to 1; 1 if no answer has told it within the last minute. */
export function budgetShare(rate: RateClass): number {
  const budget = budgets.get(rate)
  if (!budget || Date.now() - budget.seenAt > WINDOW_MS) return 1
  return budget.remaining / budget.limit
}

/** Prolongs a wait (milliseconds) as the class's budget runs low, so that polling alone does not use it up. */
export function stretch(rate: RateClass | undefined, ms: number): number {
  const share = rate ? budgetShare(rate) : 1
  if (share > COMFORTABLE) return ms
  if (share <= 0.05) return Math.max(ms * SLOWEST, WINDOW_MS / 4)
  return Math.round(ms * (1 + (SLOWEST - 1) * (1 - share / COMFORTABLE)))
}

export function forgetBudgets(): void {
  budgets.clear()
}

import type { RateClass } from '#contract/limits.ts'

const WINDOW_MS = 60_000 // the server counts each class over a minute
const COMFORTABLE = 0.5 // above this share of the budget nobody slows down
const SLOWEST = 8 // times slower when the budget is nearly gone

interface Budget {
  limit: number
  remaining: number
  seenAt: number
}

/** One budget for each rate class, shared by everything on the page that asks. */
const budgets = new Map<RateClass, Budget>()

export function recordBudget(rate: RateClass, header: (name: string) => string | null): void {
  const limit = Number(header('x-ratelimit-limit') ?? Number.NaN)
  const remaining = Number(header('x-ratelimit-remaining') ?? Number.NaN)
  if (limit > 0 && remaining >= 0) budgets.set(rate, { limit, remaining, seenAt: Date.now() })
}

/** The share of the class's budget that is left, 0 to 1. */
export function budgetShare(rate: RateClass): number {
  const budget = budgets.get(rate)
  if (!budget || Date.now() - budget.seenAt > WINDOW_MS) return 1
  return budget.remaining / budget.limit
}

/** A wait in milliseconds, longer the less of the budget is left, so that polling is never what exhausts it. */
export function stretch(rate: RateClass | undefined, ms: number): number {
  const share = rate ? budgetShare(rate) : 1
  if (share > COMFORTABLE) return ms
  if (share <= 0.05) return Math.max(ms * SLOWEST, WINDOW_MS / 4)
  return Math.round(ms * (1 + (SLOWEST - 1) * (1 - share / COMFORTABLE)))
}

export function forgetBudgets(): void {
  budgets.clear()
}

/**
 * What may have more rows, or bytes, at the end of a week than in its middle, and why that is no leak. `days`: for how
 * long it is kept; what has none is kept for good. All else has to stay as it is once the week is half over.
 */
export const kept: Record<string, { days?: number; why: string }> = {
  conversation_facts: { why: 'numbers of the overview, without what was said' },
  source_citations: { why: 'numbers of the overview, of erased conversations without their ids' },
  'erased (kB)': { why: 'a hash of each erased visitor' },
  mail_keys: { why: 'hashes, by which an erased mail on a mail server does not come again' },
  knowledge_changes: { why: 'the latest 1,000 of each agent' },
  check_runs: { why: 'the latest 100 of each agent' },
  check_results: { why: 'those of the runs' },
  proofs: { why: 'the latest 100 of each agent' },
  proof_questions: { why: 'those of the proofs' },
  plans: { why: 'the latest 20 of each website' },
  plan_pages: { why: 'those of the plans' },
  audit_entries: { days: 400, why: 'kept for 400 days' },
  crawls: { days: 90, why: 'kept for 90 days' },
  crawl_pages: { days: 90, why: 'kept for 90 days' },
  notifications: { days: 90, why: 'kept for 90 days' },
  visitors: { days: 180, why: 'kept for 180 days' },
  visitor_sessions: { days: 180, why: 'kept for 180 days' },
  quota_usage: { days: 62, why: 'kept for the month' },
  sessions: { days: 30, why: 'kept for 30 days' },
  training_jobs: { days: 30, why: 'kept for 30 days' },
  webhook_deliveries: { days: 30, why: 'kept for 30 days' },
  webhook_attempts: { days: 30, why: 'kept for 30 days' },
  events: { days: 7, why: 'kept for seven days' },
  invitations: { days: 7, why: 'kept for seven days' },
  'baton.db (kB)': { why: 'the tables above' },
}

export interface Growth {
  name: string
  /** The most in the first half of the samples, and in the second. */
  first: number
  second: number
  /** Why it may grow, if it may. */
  why: string | undefined
  isLeak: boolean
}

const ALLOWED = 1.15
/** Days differ in how much was done, which shows where there is little: this much more is never a leak. */
const SLACK = 20
/** What may be left of a thing whose term is over: what was done since. */
const LEFT = 0.3

/** Judges samples that were taken evenly: what has grown in their second half must be named in `kept`. */
export function judgeGrowth(samples: readonly Record<string, number>[]): Growth[] {
  const names = [...new Set(samples.flatMap((sample) => Object.keys(sample)))]
  const half = Math.floor(samples.length / 2)
  const most = (name: string, from: number, to: number) =>
    Math.max(0, ...samples.slice(from, to).map((sample) => sample[name] ?? 0))
  return names.map((name) => {
    const [first, second] = [most(name, 0, half), most(name, half, samples.length)]
    const why = kept[name]?.why
    return { name, first, second, why, isLeak: why === undefined && second > first * ALLOWED + SLACK }
  })
}

/** Judges what is left long after all terms are over: what is kept for some days has to be gone, but for what was done since. */
export function judgeLeap(before: Record<string, number>, after: Record<string, number>) {
  return Object.keys(before).map((name) => {
    const term = kept[name]
    const [was, is] = [before[name] ?? 0, after[name] ?? 0]
    return { name, isLeft: term?.days !== undefined && is > was * LEFT + SLACK }
  })
}

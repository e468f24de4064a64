import type { Origin } from '#contract/enums.ts'
import type { OverviewNumber, OverviewRange } from '#contract/overview-words.ts'

export const rangeWords: Record<OverviewRange, { short: string; long: string; before: string }> = {
  '24h': { short: '24 hours', long: 'the last 24 hours', before: 'the 24 hours before' },
  '7d': { short: '7 days', long: 'the last 7 days', before: 'the 7 days before' },
  '30d': { short: '30 days', long: 'the last 30 days', before: 'the 30 days before' },
  '90d': { short: '90 days', long: 'the last 90 days', before: 'the 90 days before' },
}

export const channelWords: readonly (readonly [Origin, string])[] = [
  ['widget', 'Website chat'],
  ['public_api', 'API'],
  ['email', 'E-mail'],
]

export const numberWords: Record<OverviewNumber, string> = {
  conversations: 'Conversations',
  new_visitors: 'New visitors',
  answered_alone: 'Answered by the AI alone',
  handed_over: 'Handed over to people',
  unknown: 'The AI did not know',
  first_human_reply: 'First human reply',
  waiting: 'Waiting now',
  ratings: 'Rated by visitors',
  gaps: 'Open gaps',
}

export const partWords: Record<string, string> = {
  confirmed: 'Confirmed by a good rating',
  silent: 'Nothing more was asked',
  reopened: 'Opened again',
  asked_for_person: 'Asked for a person',
  no_answer: 'The AI had no answer',
  model_failed: 'The model failed',
  people_only: 'People answer here',
  no_credits: 'No credits were left',
  taken_over: 'Taken over by a person',
  good: 'Good',
  bad: 'Bad',
}

/** Formats a number of seconds, rounded as people would say it: "40 s", "7 min", "1 h 20 min". */
export function spanWords(seconds: number): string {
  if (seconds < 1) return '< 1 s'
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.round(hours / 24)} days`
  return minutes % 60 === 0 || hours >= 10 ? `${Math.round(minutes / 60)} h` : `${hours} h ${minutes % 60} min`
}

/** The change in percent, "+12 %"; undefined if a value is missing or the earlier one is 0. */
export function changeWords(value: number | null, before: number | null): string | undefined {
  if (value === null || before === null || before === 0) return undefined
  const percent = Math.round(((value - before) / before) * 100)
  if (percent === 0) return '±0 %'
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString()} %`
}

/** Whether more of a number is good news (1), bad news (-1), or neither (0). */
const moreIs: Record<OverviewNumber, -1 | 0 | 1> = {
  conversations: 0,
  new_visitors: 0,
  answered_alone: 1,
  handed_over: -1,
  unknown: -1,
  first_human_reply: -1,
  waiting: -1,
  ratings: 0,
  gaps: -1,
}

/** Whether a change of a number is good or bad news, or neither. */
export function newsOf(name: OverviewNumber, value: number | null, before: number | null): 'good' | 'bad' | undefined {
  const news = Math.sign((value ?? 0) - (before ?? 0)) * moreIs[name]
  return news === 0 ? undefined : news > 0 ? 'good' : 'bad'
}

export const percentWords = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`

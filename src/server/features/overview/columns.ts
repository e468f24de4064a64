import type { OverviewNumber } from '#contract/overview-words.ts'

/** The columns of the sums. Each counts the conversations that meet its condition in `queries.ts`. */
export const columns = [
  'conversations',
  'new_visitors',
  'confirmed',
  'silent',
  'reopened',
  'asked_for_person',
  'no_answer',
  'model_failed',
  'people_only',
  'no_credits',
  'taken_over',
  'unknown',
  'good',
  'bad',
  'replied',
] as const

export type Column = (typeof columns)[number]
export type Sums = Record<Column, number>

/** The numbers that are summed, with the columns they are the sums of. */
export const columnsOfNumber = {
  conversations: ['conversations'],
  new_visitors: ['new_visitors'],
  answered_alone: ['confirmed', 'silent', 'reopened'],
  handed_over: ['asked_for_person', 'no_answer', 'model_failed', 'people_only', 'no_credits', 'taken_over'],
  unknown: ['unknown'],
  first_human_reply: ['replied'],
  ratings: ['good', 'bad'],
} as const satisfies Partial<Record<OverviewNumber, readonly Column[]>>

export type SummedNumber = keyof typeof columnsOfNumber

export const isSummed = (number: OverviewNumber): number is SummedNumber => number in columnsOfNumber

/** A number as the sum of its columns. */
export const sumOf = (number: SummedNumber, sums: Sums): number =>
  columnsOfNumber[number].reduce((sum, column) => sum + sums[column], 0)

export const noSums = (): Sums => Object.fromEntries(columns.map((column) => [column, 0])) as Sums

/** How each number is counted, in words. */
export const how: Record<OverviewNumber, string> = {
  conversations:
    'Conversations opened in this time, also those in which the visitor has not written yet. Deleted ones stay counted.',
  new_visitors: 'Conversations opened in this time in which their visitor wrote to the agent for the first time.',
  answered_alone:
    'Conversations opened in this time that the AI answered without saying that it does not know and without handing over. Confirmed: the visitor’s last rating is good. Reopened: opened again after it was closed. Silent: closed, or quiet for 24 hours. One that still goes on is none of these.',
  handed_over: 'Conversations opened in this time that people got, by why they first did.',
  unknown: 'Conversations opened in this time in which the AI said at least once that it does not know.',
  first_human_reply:
    'In conversations opened in this time: from the first hand-over to the first message of a person, in working hours. Left out are conversations that a person took over without being asked, as nobody waited, and those answered outside of working hours before any had passed. Half of the replies took at most the median, nine of ten at most the 90th percentile.',
  waiting: 'Visitors who wait for a person at this moment. Conversations that are snoozed are left out.',
  ratings: 'Conversations opened in this time that their visitor rated. Of several ratings, the last one counts.',
  gaps: 'Questions that the AI could not answer, asked in this time through any channel and still open. Those that ask alike are one.',
}

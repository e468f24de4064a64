/* Not in `enums.ts`, which every screen of the dashboard loads. */

export const overviewRanges = ['24h', '7d', '30d', '90d'] as const
/** The numbers of the overview, each with the parts into which it is split. */
export const overviewParts = {
  conversations: [],
  new_visitors: [],
  answered_alone: ['confirmed', 'silent', 'reopened'],
  handed_over: ['asked_for_person', 'no_answer', 'model_failed', 'people_only', 'no_credits', 'taken_over'],
  unknown: [],
  first_human_reply: [],
  waiting: [],
  ratings: ['good', 'bad'],
  gaps: [],
} as const
export const overviewNumbers = Object.keys(overviewParts) as [OverviewNumber, ...OverviewNumber[]]

export type OverviewRange = (typeof overviewRanges)[number]
export type OverviewNumber = keyof typeof overviewParts

import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { origins, sourceTypes } from './enums.ts'
import { timestamp, uuid } from './fields.ts'
import { inboxItem } from './inbox.ts'
import { overviewNumbers, overviewRanges } from './overview-words.ts'

const count = z.int()

const overviewNumber = z.object({
  /** Null where there is nothing to calculate it from; times are in seconds. */
  value: z.number().nullable(),
  /** The number in the previous range, which is shorter by the passed part of the hour; null if not known. */
  before: z.number().nullable(),
  /** How the number is counted, as a sentence for people. */
  how: z.string(),
  /** The parts that `overviewParts` names; for a time, in seconds, `median` and `p90` (90th percentile). */
  parts: z.record(z.string(), z.number()).optional(),
})

const citedSource = z.object({ id: uuid, agent_id: uuid, title: z.string(), type: z.enum(sourceTypes), answers: count })

export const overview = z.object({
  from: timestamp,
  to: timestamp,
  /** The beginning of the previous range, with which the numbers are compared. */
  before_from: timestamp,
  time_zone: z.string(),
  numbers: z.record(z.enum(overviewNumbers), overviewNumber),
  /** Replies in conversations opened in this time that models of the organization's own accounts wrote, without a credit. */
  own_key_replies: count,
  /** What became of replies that the AI suggested to people, in conversations opened in this time. */
  suggestions: z.object({ sent: count, edited: count, discarded: count }),
  /** Conversations by hour of start, or by day in ranges above 24 hours; empty hours and days are listed too. */
  series: z.array(
    z.object({ at: timestamp, conversations: count, answered_alone: count, handed_over: count, unknown: count }),
  ),
  /** Up to 5 sources cited most since the range's first day (UTC), and up to 5 of the `never_count` not cited. */
  sources: z.object({ most: z.array(citedSource), never: z.array(citedSource), never_count: count }),
  /** Numbers of conversations started: for each weekday, from Monday on, those of its 24 hours in the time zone. */
  load: z.array(z.array(count)),
})

const asked = { range: z.enum(overviewRanges).optional().default('7d'), channel: z.enum(origins).optional() }

const listed = {
  ...asked,
  number: z.enum(overviewNumbers),
  part: z.string().max(40).optional(),
  cursor: z.string().max(200).optional().meta({ description: '`next_cursor` of the page before' }),
}

const conversations = z.object({ items: z.array(inboxItem), next_cursor: z.string().nullable() })

export const overviewEndpoints = defineEndpoints({
  getOverview: {
    summary: 'What happened in all conversations, in numbers',
    query: z.object({ ...asked, agent: uuid.optional() }),
    data: overview,
  },
  listOverviewConversations: {
    summary: 'List the conversations behind a number of the overview, latest first',
    query: z.object({ ...listed, agent: uuid.optional() }),
    data: conversations,
  },
  getAgentOverview: {
    summary: "What happened in an agent's conversations, in numbers",
    query: z.object(asked),
    data: overview,
  },
  listAgentOverviewConversations: {
    summary: "List the conversations behind a number of an agent's overview, latest first",
    query: z.object(listed),
    data: conversations,
  },
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Data } from '#contract/index.ts'
import { type OverviewRange, overviewNumbers } from '#contract/overview-words.ts'
import { databases } from '../../testing/database.ts'
import { buildAgent } from '../../testing/factories.ts'
import { createTestApp, type Owner, type TestApp } from '../../testing/test-app.ts'
import { type Facts, QUIET_MS } from '../facts/index.ts'
import { type Column, columns, columnsOfNumber, isSummed } from './columns.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const QUARTER_MS = HOUR_MS / 4
const OFTEN = JSON.stringify({ read: 100_000, write: 100_000, training: 100_000, polling: 100_000 })
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const ORIGINS = ['public_api', 'widget', 'email'] as const
const REASONS = ['asked_for_person', 'no_answer', 'taken_over'] as const

/** Numbers that look random and are the same in every run, from 0 to below 1. */
function createChance(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/**
 * What happened in some conversations: some on any day of half a year, and one in each quarter of an hour around the
 * moment at which clocks are put forward or back.
 */
function factsAround(now: number, change: number, owner: { organization_id: string; agents: string[] }): Facts[] {
  const chance = createChance()
  const anywhen = Array.from({ length: 60 }, () => now - Math.floor(chance() * 181 * DAY_MS))
  const near = Array.from({ length: 40 }, (_, at) => change + (at - 20) * QUARTER_MS + 1)
  return [...anywhen, ...near, now - 1, now - DAY_MS, now - 7 * DAY_MS - HOUR_MS].map((started_at) => {
    const maybe = (share: number, at = started_at + 1) => (chance() < share ? at : null)
    const handed_over_at = maybe(0.4)
    return {
      id: crypto.randomUUID(),
      conversation_id: null,
      organization_id: owner.organization_id,
      agent_id: owner.agents[Math.floor(chance() * owner.agents.length)]!,
      origin: ORIGINS[Math.floor(chance() * ORIGINS.length)]!,
      started_at,
      is_new_visitor: chance() < 0.7 ? 1 : 0,
      answered_at: maybe(0.8),
      unknown_at: maybe(0.2),
      handed_over_at,
      hand_over_reason: handed_over_at === null ? null : REASONS[Math.floor(chance() * REASONS.length)]!,
      human_replied_at: handed_over_at,
      reply_ms: handed_over_at === null ? null : Math.floor(Math.max(0, chance() - 0.1) * 9_000_000),
      closed_at: maybe(0.5, started_at + 2),
      reopened_at: maybe(0.1, started_at + 3),
      rating: chance() < 0.2 ? (chance() < 0.5 ? 'good' : 'bad') : null,
      rated_at: null,
      own_key_replies: 0,
      ...{ suggestions_sent: 0, suggestions_edited: 0, suggestions_discarded: 0 },
    }
  })
}

/** The columns in which an erased conversation counts. */
function columnsOf(row: Facts, now: number): Column[] {
  const isAlone = row.answered_at !== null && row.unknown_at === null && row.handed_over_at === null
  const isUnconfirmed = isAlone && row.rating !== 'good'
  const counts: Partial<Record<Column, boolean>> = {
    conversations: true,
    new_visitors: row.is_new_visitor === 1,
    confirmed: isAlone && row.rating === 'good',
    reopened: isUnconfirmed && row.reopened_at !== null,
    silent: isUnconfirmed && row.reopened_at === null && (row.closed_at ?? row.started_at + QUIET_MS) <= now,
    unknown: row.unknown_at !== null,
    good: row.rating === 'good',
    bad: row.rating === 'bad',
    replied: (row.reply_ms ?? 0) > 0,
  }
  return columns.filter((column) => column === row.hand_over_reason || counts[column] === true)
}

/** What is asked of the overview here: all that depends on the hours and days of a time zone. */
type Shown = Pick<Data<'getOverview'>, 'series' | 'load'> & { numbers: Record<string, unknown> }

/** Counts one conversation after the other, and asks the calendar of the language what each quarter of an hour is called. */
function recountPlainly(facts: readonly Facts[], range: OverviewRange, data: Data<'getOverview'>, now: number): Shown {
  const [from, beforeFrom] = [Date.parse(data.from), Date.parse(data.before_from)]
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: data.time_zone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  const weekdays = new Intl.DateTimeFormat('en-US', { timeZone: data.time_zone, weekday: 'short' })
  const nameOf = (at: number) => (range === '24h' ? String(at) : format.format(at).split(',')[0]!)
  const series = new Map<string, Data<'getOverview'>['series'][number]>()
  for (let at = from; at <= now; at += range === '24h' ? HOUR_MS : QUARTER_MS) {
    const name = nameOf(at)
    const nothing = { conversations: 0, answered_alone: 0, handed_over: 0, unknown: 0 }
    if (!series.has(name)) series.set(name, { at: new Date(at).toISOString(), ...nothing })
  }
  const load = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  const counted = facts.map((row) => ({
    ...row,
    hour: Math.floor((row.started_at - from) / HOUR_MS) * HOUR_MS + from,
    columns: columnsOf(row, now),
  }))
  const [during, before] = [
    counted.filter(({ started_at }) => started_at >= from && started_at <= now),
    counted.filter(({ started_at }) => started_at >= beforeFrom && started_at < from),
  ]
  for (const { hour, columns } of during) {
    const shown = series.get(nameOf(hour))!
    for (const name of ['conversations', 'answered_alone', 'handed_over', 'unknown'] as const)
      if (columns.some((column) => (columnsOfNumber[name] as readonly string[]).includes(column))) shown[name] += 1
    const shownHour = Number(format.format(hour).split(', ')[1]!.split(':')[0])
    load[WEEKDAYS.indexOf(weekdays.format(hour))]![shownHour]! += 1
  }
  const count = (rows: typeof counted, some: readonly string[]) =>
    rows.flatMap(({ columns }) => columns.filter((column) => some.includes(column))).length
  const percentile = (rows: typeof counted, share: number) => {
    const times = rows.flatMap(({ reply_ms }) => reply_ms || []).toSorted((one, other) => one - other)
    const time = times[Math.ceil(share * times.length) - 1]
    return time === undefined ? null : Math.round(time / 1000)
  }
  const numbers: Shown['numbers'] = {}
  for (const name of overviewNumbers.filter(isSummed)) {
    const some = columnsOfNumber[name]
    const parts = Object.fromEntries(some.map((column) => [column, count(during, [column])]))
    const sums = { value: count(during, some), before: count(before, some), ...(some.length > 1 && { parts }) }
    numbers[name] = sums
  }
  const [median, p90] = [percentile(during, 0.5), percentile(during, 0.9)]
  const parts = median === null ? {} : { parts: { median, p90 } }
  numbers.first_human_reply = { value: median, before: percentile(before, 0.5), ...parts }
  return { series: [...series.values()], load, numbers }
}

describe.each(databases())('the overview in time zones on $name', (database) => {
  let test: TestApp
  let time = 0

  beforeAll(async () => {
    test = await createTestApp({ database, env: { RATE_LIMITS: OFTEN }, now: () => time })
  })
  afterAll(() => test.close())

  const seed = async (owner: Owner, change: number): Promise<Facts[]> => {
    const agents = [(await buildAgent(test, owner)).id, (await buildAgent(test, owner)).id]
    const facts = factsAround(time, change, { organization_id: owner.organizationId, agents })
    await test.deps.database.transaction((tx) => tx.insertInto('conversation_facts').values(facts).execute())
    return facts
  }

  it.each([
    ['UTC', '2026-11-26T12:34:56Z', '2026-11-23T00:00:00Z'],
    ['Asia/Kathmandu', '2026-11-26T12:34:56Z', '2026-11-22T18:15:00Z'],
    // Clocks go back, and forward.
    ['America/St_Johns', '2026-11-05T02:40:00Z', '2026-11-01T04:30:00Z'],
    ['America/St_Johns', '2026-03-12T23:15:00Z', '2026-03-08T05:30:00Z'],
    // They do so by half an hour, so that half of the year no day begins with a full hour.
    ['Australia/Lord_Howe', '2026-04-09T13:10:00Z', '2026-04-04T15:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-07T22:05:00Z', '2026-10-03T15:30:00Z'],
    // They do so twice within 90 days.
    ['Africa/Casablanca', '2026-03-24T10:00:00Z', '2026-03-22T02:00:00Z'],
  ])('shows what a plain recount does in %s at %s', async (zone, now, change) => {
    time = Date.parse(now)
    const owner = await test.signUp()
    const params = { organization: owner.organizationId }
    await test.request('updateOrganization', { params, body: { time_zone: zone } }, owner)
    const facts = await seed(owner, Date.parse(change))
    const { agent_id, origin } = facts[0]!
    const asked = [
      { range: '24h' as const },
      { range: '7d' as const },
      { range: '90d' as const },
      { range: '90d' as const, agent: agent_id, channel: origin },
    ]
    for (const query of asked) {
      const { data } = await test.request('getOverview', { params, query }, owner)
      const meant = query.agent ? facts.filter((row) => row.agent_id === agent_id && row.origin === origin) : facts
      const { series, load, numbers } = recountPlainly(meant, query.range, data, time)
      expect(data.time_zone).toBe(zone)
      expect(data.series).toEqual(series)
      expect(data.load).toEqual(load)
      for (const [name, number] of Object.entries(numbers)) {
        const { how: _how, ...shown } = data.numbers[name as keyof typeof data.numbers]
        expect(shown, `${name} of ${query.range}`).toEqual(number)
      }
    }
  })
})

import { expect } from 'vitest'
import type { Data } from '#contract/index.ts'
import { must, type Owner } from '../../tools/client.ts'
import type { Installation } from './installation.ts'
import { storedRows } from './stored.ts'

/** Checks that a whole thread numbers its messages 1, 2, 3 …, and likewise the other entries after each message. */
export function expectOrderedThread(items: Data<'listThread'>['items']): void {
  let [message, entry] = [0, 0]
  const wanted = items.map(({ type }) => {
    if (type === 'message') [message, entry] = [message + 1, 0]
    else entry += 1
    return `${message}.${entry}`
  })
  expect(items.map(({ position }) => position)).toEqual(wanted)
}

/**
 * Checks the totals of the inbox's views, those of the only agent, and the overview's number of conversations, against a
 * count of the conversations' rows.
 */
export async function expectCountedViews(installation: Installation, owner: Owner, agent: string): Promise<void> {
  const { url } = installation
  const credentials = { cookie: owner.cookie }
  const params = { organization: owner.organizationId }
  const me = (await must(url, 'getSession', {}, credentials)).data.user.id
  const [counted] = await storedRows<Record<string, number | string>>(installation, countOf(me))
  const views = Object.fromEntries(Object.entries(counted!).map(([view, count]) => [view, Number(count)]))
  const { all_open: open, all_waiting: waiting, ...summary } = views
  const [stored] = await storedRows<{ count: number | string }>(
    installation,
    'select count(*) as count from conversations',
  )
  const { data: overview } = await must(url, 'getOverview', { params, query: { range: '90d' } }, credentials)
  expect(overview.numbers.conversations.value).toBe(Number(stored!.count)) // deleted ones stay counted
  expect((await must(url, 'getInboxSummary', { params, query: {} }, credentials)).data).toEqual(summary)
  const activity = (await must(url, 'getAgentActivity', { params: { agent } }, credentials)).data
  expect(activity).toMatchObject({ open, closed: summary.closed, waiting })
}

const countOf = (me: string): string => {
  const awake = "status = 'open' and snoozed_until is null"
  const conditions = {
    mine: `${awake} and assignee_id = '${me}'`,
    for_me: `${awake} and id in (select conversation_id from followers where user_id = '${me}')`,
    unassigned: `${awake} and assignee_id is null and waiting_since is not null`,
    open: `${awake} and response_mode = 'human'`,
    ai: "status = 'open' and response_mode = 'ai'",
    snoozed: "status = 'open' and snoozed_until is not null",
    closed: "status = 'closed'",
    waiting: `${awake} and waiting_since is not null and (assignee_id is null or assignee_id = '${me}')`,
    all_open: "status = 'open'",
    all_waiting: 'waiting_since is not null',
  }
  const counts = Object.entries(conditions).map(([view, is]) => `count(case when ${is} then 1 end) as ${view}`)
  return `select ${counts.join(', ')} from conversations where deleted_at is null`
}

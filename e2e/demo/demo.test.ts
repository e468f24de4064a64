import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { must } from '../tools/client.ts'
import { type Demo, startDemo } from './demo.ts'

const folder = mkdtempSync(join(tmpdir(), 'baton-demo-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the owner sees of the demonstration, by the parts of the dashboard. */
async function seen({ product: { url }, agent, accounts: { owner } }: Demo) {
  const { email, password } = owner
  const session = await must(url, 'signIn', { body: { email, password } })
  const by = { cookie: session.headers.get('set-cookie')!.split(';')[0]! }
  const params = { organization: session.data.organizations[0]!.id }
  const [of, query] = [{ params: { agent } }, { range: '30d' as const }]
  const { numbers, series } = (await must(url, 'getOverview', { params, query }, by)).data
  return {
    inbox: (await must(url, 'getInboxSummary', { params }, by)).data,
    mailed: (await must(url, 'listInbox', { params, query: { view: 'open' } }, by)).data.items.flatMap(
      ({ origin, subject, message_count }) => (origin === 'email' ? [{ subject, message_count }] : []),
    ),
    numbers: Object.fromEntries(Object.entries(numbers).map(([name, { value }]) => [name, value])),
    busyDays: series.filter(({ conversations }) => conversations > 0).length,
    gaps: (await must(url, 'listGaps', of, by)).data.map(({ question, count, state }) => ({ question, count, state })),
    checks: (await must(url, 'listChecks', of, by)).data.length,
    runs: (await must(url, 'listCheckRuns', of, by)).data.map(({ passed, failed, broke }) => ({
      passed,
      failed,
      broke,
    })),
    labels: (await must(url, 'listLabels', { params }, by)).data.length,
    savedReplies: (await must(url, 'listSavedReplies', { params }, by)).data.length,
    told: (await must(url, 'listNotifications', { params, query: {} }, by)).data.items.map(({ kind }) => kind),
  }
}

it('shows a month of the hotel, and the same one when the folder is shown again', async () => {
  const demo = await startDemo(folder)
  const first = await seen(demo).finally(() => demo.stop())
  expect(first).toMatchObject({
    inbox: { mine: 1, for_me: 1, unassigned: 2, open: 4, snoozed: 1, waiting: 2 },
    numbers: { conversations: 61, waiting: 2 },
    mailed: [{ subject: 'Sunday morning', message_count: 4 }],
    checks: 5,
    labels: 4,
    savedReplies: 3,
  })
  const { inbox, numbers, busyDays, gaps, runs, told } = first
  expect(inbox.open + inbox.ai + inbox.snoozed + inbox.closed).toBe(61)
  expect(busyDays).toBeGreaterThanOrEqual(27)
  for (const name of ['answered_alone', 'handed_over', 'unknown', 'first_human_reply', 'ratings', 'gaps'])
    expect(numbers[name], name).toBeGreaterThan(2)
  expect(gaps.filter(({ state }) => state === 'open').length).toBeGreaterThanOrEqual(3)
  expect(gaps.find(({ question }) => question.includes('cot'))?.state).toBe('taught')
  expect(runs).toEqual([
    { passed: 4, failed: 1, broke: 1 },
    { passed: 5, failed: 0, broke: 0 },
    { passed: 5, failed: 0, broke: 0 },
  ])
  expect(told.toSorted()).toEqual(['assigned', 'check_broke', 'mention', 'visitor_wrote'])

  const again = await startDemo(folder)
  try {
    expect((await fetch(again.site)).status).toBe(200)
    expect(await (await fetch(again.site)).text()).toContain(`${again.product.url}/widget/${again.agent}.js`)
    expect(await seen(again)).toEqual({ ...first, told: expect.arrayContaining(told) })
  } finally {
    await again.stop()
  }
})

it('touches no folder that holds something else', async () => {
  const other = mkdtempSync(join(folder, 'other-'))
  writeFileSync(join(other, 'baton.db'), '')
  await expect(startDemo(other)).rejects.toThrow('Choose an empty folder')
})

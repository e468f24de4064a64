import { expect, it, onTestFinished } from 'vitest'
import type { InboxSort } from '#contract/enums.ts'
import { tellListeners } from '#dashboard/api/stream-state.ts'
import { createQueryClient } from '#dashboard/query-client.ts'
import { startTestServer } from '#dashboard/testing/test-server.ts'
import { inbox } from '../testing/inbox-server.ts'
import { minute, sampleLine } from '../testing/samples.ts'
import type { Line } from './lines.ts'
import { changeLineEverywhere, linesQuery, loadMoreLines, trimLines, watchLines } from './lines-query.ts'

const PAGE = 50
const everything = { view: 'open', agent: undefined, assignee: undefined, label: undefined, origin: undefined } as const

const waiting = (number: number, changes: Partial<Line> = {}) =>
  sampleLine(`w${number}`, number, { waiting_since: minute(number), ...changes })
const upTo = (count: number) => Array.from({ length: count }, (_, index) => waiting(index + 1))

/** A list of which the first pages are loaded, and a server that holds more of it. */
async function open(sort: InboxSort, held: readonly Line[], pages: number) {
  const server = { lines: held, asked: 0 }
  await startTestServer({
    'GET /api/v1/organizations/*/inbox': ({ query }) => {
      server.asked += 1
      const start =
        query.get('cursor') === null ? 0 : server.lines.findIndex(({ id }) => id === query.get('cursor')) + 1
      const page = server.lines.slice(start, start + PAGE)
      return inbox(page, start + PAGE < server.lines.length ? page.at(-1)!.id : null)
    },
  })
  const client = createQueryClient()
  const leave = watchLines(client)
  onTestFinished(leave)
  const filter = { ...everything, sort }
  const options = linesQuery(filter)
  const refetch = () => client.fetchQuery({ ...options, staleTime: 0 })
  await refetch()
  for (let loaded = 1; loaded < pages; loaded += 1) await loadMoreLines(client, filter)
  server.asked = 0
  return { server, client, refetch, leave, trim: () => trimLines(client, filter) }
}
const changed = (id: string) => tellListeners({ type: 'conversation.updated', agent_id: 'a', conversation_id: id })

it('has a visitor who begins to wait at the end of a list by waiting', async () => {
  const { server, refetch } = await open('waiting', upTo(60), 2)
  server.lines = upTo(61)
  expect((await refetch()).lines.at(-1)?.id).toBe('w61')
})

it('keeps a row beyond the first page of a list by waiting when it changes', async () => {
  const { server, refetch } = await open('waiting', upTo(120), 2)
  server.lines = server.lines.with(79, waiting(80, { message_count: 5 }))
  changed('w80')
  const { lines, nextCursor } = await refetch()
  expect(lines.map(({ id }) => id)).toEqual(upTo(100).map(({ id }) => id))
  expect(lines[79]?.message_count).toBe(5)
  expect(nextCursor).toBe('w100')
})

it('asks for as many pages of a list by waiting as are loaded, and for one of a list by activity', async () => {
  const byWaiting = await open('waiting', upTo(200), 3)
  await byWaiting.refetch()
  expect(byWaiting.server.asked).toBe(3)
  const byActivity = await open('newest', upTo(200).reverse(), 3)
  await byActivity.refetch()
  expect(byActivity.server.asked).toBe(1)
})

it('goes on below the top of a list that was shortened off screen and changed there', async () => {
  const { client, refetch, trim } = await open('newest', upTo(200).reverse(), 3)
  trim()
  changeLineEverywhere(client, 'w200', (line) => ({ ...line, read_count: 1 }))
  const { lines, nextCursor } = await refetch()
  expect([lines.length, nextCursor]).toEqual([PAGE, 'w151'])
})

it('has no row that was closed while no list was on screen', async () => {
  const { server, refetch, leave } = await open('newest', upTo(80).reverse(), 2)
  leave()
  server.lines = server.lines.filter(({ id }) => id !== 'w5')
  changed('w5')
  expect((await refetch()).lines.map(({ id }) => id)).not.toContain('w5')
})

it('has no label under its former name', async () => {
  const label = (name: string) => [{ id: 'l', name, color: 'blue' as const }]
  const { server, refetch } = await open('newest', [...upTo(80).reverse(), waiting(0, { labels: label('Old') })], 2)
  server.lines = [...upTo(80).reverse(), waiting(0, { labels: label('New') })]
  tellListeners({ type: 'label.updated' })
  expect(JSON.stringify((await refetch()).lines)).not.toContain('Old')
})

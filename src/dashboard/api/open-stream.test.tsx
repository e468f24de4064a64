import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { EventSource } from 'undici'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setPageAddress } from '#dashboard/testing/page-address.ts'
import { api } from './api.ts'
import { openStream } from './open-stream.ts'
import { pollWhile } from './poll-while.ts'
import { noteMarks, onOrganizationEvent, streamConnected } from './stream-state.ts'

vi.stubGlobal('EventSource', EventSource) // happy-dom lacks EventSource

const agent = 'agent one'
const here = { params: { agent, conversation: 'conversation one' } }
const elsewhere = { params: { agent, conversation: 'conversation two' } }

let streams: ServerResponse[]
let close: () => void
const client = new QueryClient()
const path = '/api/v1/organizations/organization/events'
let asked: (string | undefined)[]
const server = createServer(({ url }, response) => {
  asked.push(url)
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  streams.push(response)
})

beforeEach(async () => {
  streams = []
  asked = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  setPageAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  close = openStream('organization', client)
  await expect.poll(() => streamConnected.get()).toBe(true)
})

afterEach(() => {
  close()
  client.clear()
  server.closeAllConnections()
  server.close()
})

const push = (event: object) => streams.at(-1)!.write(`data: ${JSON.stringify(event)}\n\n`)

/** Observes a query and counts its fetches. */
function watch(queryKey: readonly unknown[]) {
  const fetched = vi.fn(() => ({}))
  new QueryObserver(client, { queryKey, queryFn: fetched, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => undefined,
  )
  return fetched
}

it('refetches what an event is about, once for events that come together', async () => {
  const shown = watch(api.listMessages.key(here))
  const other = watch(api.listMessages.key(elsewhere))
  await expect.poll(() => shown.mock.calls.length + other.mock.calls.length).toBe(2)
  const event = { type: 'message.created', agent_id: agent, conversation_id: 'conversation one' }
  push({ ...event, message_id: 'one' })
  push({ ...event, message_id: 'two' })
  await expect.poll(() => shown.mock.calls.length).toBe(2)
  expect(other).toHaveBeenCalledTimes(1)
})

it('looks again at a conversation that has been deleted', async () => {
  const shown = watch(api.getInboxLine.key(here))
  const thread = watch(api.listMessages.key(here))
  await expect.poll(() => shown.mock.calls.length + thread.mock.calls.length).toBe(2)
  push({ type: 'conversation.deleted', agent_id: agent, conversation_id: 'conversation one' })
  await expect.poll(() => [shown.mock.calls.length, thread.mock.calls.length]).toEqual([2, 2])
})

it('asks again, once connected, for what was fetched before', async () => {
  close()
  const shown = watch(api.listMessages.key(here))
  await expect.poll(() => shown.mock.calls.length).toBe(1)
  close = openStream('organization', client)
  await expect.poll(() => shown.mock.calls.length).toBe(2)
})

it('goes on from where the events had come to when the page began, and asks for nothing again', async () => {
  close()
  noteMarks({ organization: '120' })
  const shown = watch(api.listMessages.key(here))
  await expect.poll(() => shown.mock.calls.length).toBe(1)
  close = openStream('organization', client)
  await expect.poll(() => [asked.at(-1), streamConnected.get()]).toEqual([`${path}?after=120`, true])
  push({ type: 'message.created', agent_id: agent, conversation_id: 'conversation one' })
  await expect.poll(() => shown.mock.calls.length).toBe(2)
  close()
  close = openStream('organization', client)
  await expect.poll(() => [asked.at(-1), shown.mock.calls.length]).toEqual([path, 3])
})

it('slows polling down once connected, also what was answered before', async () => {
  close()
  const pace = vi.fn(pollWhile(() => true, { ms: 30_000, max: 30_000, live: 60_000 }))
  const queryKey = api.listMessages.key(here)
  new QueryObserver(client, { queryKey, queryFn: () => ({}), refetchInterval: pace }).subscribe(() => undefined)
  await expect.poll(() => pace.mock.results.at(-1)?.value).toBe(30_000)
  noteMarks({ organization: '120' })
  close = openStream('organization', client)
  await expect.poll(() => pace.mock.results.at(-1)?.value).toBe(60_000)
})

it('tells whoever listens of each event', async () => {
  const heard: string[] = []
  const stop = onOrganizationEvent(({ type }) => heard.push(type))
  push({ type: 'conversation.handed_over', agent_id: agent, conversation_id: 'any' })
  await expect.poll(() => heard).toEqual(['conversation.handed_over'])
  stop()
})

it('lets polling take over when the stream is cut', async () => {
  streams.at(-1)!.destroy()
  await expect.poll(() => streamConnected.get()).toBe(false)
})

it('looks at everything again when the stream is cut', async () => {
  const shown = watch(api.listInbox.key({ params: { organization: 'organization' } }))
  await expect.poll(() => shown.mock.calls.length).toBeGreaterThan(0)
  const before = shown.mock.calls.length
  streams.at(-1)!.destroy()
  await expect.poll(() => streamConnected.get()).toBe(false)
  await expect.poll(() => shown.mock.calls.length).toBeGreaterThan(before)
})

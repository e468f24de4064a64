import { afterEach, expect, it, vi } from 'vitest'

const SERVER = 'https://chat.example'

/** Runs the hidden page below a page of a website, whose visitor has read up to a position, and tells what it counts. */
async function counted(kept: Record<string, string>, data: object): Promise<unknown> {
  const target = new EventTarget()
  const { port1, port2 } = new MessageChannel()
  const said: { type: string; count?: number }[] = []
  port1.onmessage = (event) => said.push(event.data)
  const greet = () => {
    const greeting = { data: 'baton', source: parent, origin: SERVER, ports: [port2] }
    target.dispatchEvent(Object.assign(new Event('message'), greeting))
    for (const [key, value] of Object.entries(kept)) port1.postMessage({ type: 'kept', key, value })
    port1.postMessage({ type: 'start', page_url: '', referrer: '', locale: 'en' })
  }
  const parent = { postMessage: greet }
  vi.stubGlobal('location', { origin: SERVER })
  vi.stubGlobal('window', Object.assign(target, { parent, addEventListener: target.addEventListener.bind(target) }))
  vi.stubGlobal('document', { hidden: false, getElementById: () => ({ dataset: { origin: SERVER } }) })
  vi.stubGlobal('fetch', async () => Response.json({ data }))
  vi.resetModules()
  await import('./badge.ts')
  await expect.poll(() => said.some(({ type }) => type === 'unread')).toBe(true)
  port1.close()
  return said.find(({ type }) => type === 'unread')?.count
}

afterEach(() => vi.unstubAllGlobals())

it('counts what was received since the visitor last read, on this page or in another tab', async () => {
  const message = (position: string, role: string) => ({ position, message: { role } })
  const items = [message('2.0', 'assistant'), message('3.0', 'visitor'), message('4.0', 'human')]
  const conversation = (read_position: string) => ({ status: 'closed', read_position })
  const kept = { token: 'token', read: '1.0' }
  expect(await counted(kept, { conversation: conversation('1.0'), items })).toBe(2)
  expect(await counted(kept, { conversation: conversation('2.0'), items })).toBe(1)
  expect(await counted(kept, { conversation: conversation('4.0'), items })).toBe(0)
})

it('looks again soon after the page has come, every five seconds while a person answers, and ever less often else', async () => {
  for (const [response_mode, expected] of [
    ['human', [2_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000]],
    ['ai', [2_000, 5_000, 7_500, 11_250, 16_875, 25_312.5, 37_968.75, 56_953.125, 60_000, 60_000]],
  ] as const) {
    const waits: number[] = []
    const { setTimeout } = globalThis
    vi.stubGlobal('setTimeout', (next: () => void, wait: number) => {
      if (waits.push(wait) < expected.length) setTimeout(next)
    })
    const conversation = { status: 'open', response_mode, read_position: '1.0' }
    await counted({ token: 'token', read: '1.0' }, { conversation, items: [] })
    await expect.poll(() => waits.length, { message: response_mode }).toBe(expected.length)
    expect(waits, response_mode).toEqual(expected)
    vi.unstubAllGlobals()
  }
})

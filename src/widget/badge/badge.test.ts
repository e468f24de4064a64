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

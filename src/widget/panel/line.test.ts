import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('has a stream of its own where the browser refuses locks to frames', async () => {
  const request = () => Promise.reject(new DOMException('No locks here', 'SecurityError'))
  vi.stubGlobal('navigator', { locks: { request } })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  vi.stubGlobal('fetch', async () => new Response(': alive\n\nevent: updated\ndata: {"item":null}\n\n'))
  const { createLine } = await import('./line.ts')
  const heard: unknown[] = []
  const line = createLine({
    token: () => 'a token',
    heard: (name, data) => heard.push([name, data]),
    changed: () => {},
    pass: () => {},
  })
  void line.follow()
  await expect.poll(() => heard).toEqual([['updated', { item: null }]])
  line.end()
})

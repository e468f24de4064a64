import type { Page } from '@playwright/test'

/** Everything that a page's storage, cookies a script can read, history and address hold, as one text. */
function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const caches = await window.caches.keys()
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      history.state,
      location.href,
      databases,
      caches,
    ])
  })
}

/** All strings on the page's JavaScript heap: its documents, its query cache and whatever else it remembers. */
async function heap(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return chunks.join('')
}

/** Where a text can still be found in a page. */
export async function tracesOf(page: Page, text: string): Promise<string[]> {
  const places: [string, string][] = [
    ['document', await page.content()],
    ['storage', await stored(page)],
    ['memory', await heap(page)],
  ]
  return places.filter(([, all]) => all.includes(text)).map(([place]) => place)
}

import type { Page } from '@playwright/test'

/**
 * What a page keeps in local and session storage, in cookies that scripts can read, in the history's state and in its
 * address, and the names of its databases and caches, as one text.
 */
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

/** A snapshot of the page's JavaScript heap, which contains its strings, such as those of its query cache. */
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

/** Names the places in a page, such as its memory, where a text can still be found. */
export async function tracesOf(page: Page, text: string): Promise<string[]> {
  const places: [string, string][] = [
    ['document', await page.content()],
    ['storage', await stored(page)],
    ['memory', await heap(page)],
  ]
  return places.filter(([, all]) => all.includes(text)).map(([place]) => place)
}

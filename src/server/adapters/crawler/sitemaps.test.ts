import { describe, expect, test } from 'vitest'
import { processorMsOf } from '../../testing/processor-time.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { readSitemaps } from './sitemaps.ts'

const ADDRESS = 'https://shop.example/sitemap.xml'

/** Reads a site's sitemaps, given as texts by their addresses; the first is the one that the site names. */
function read(texts: Record<string, string>): Promise<string[]> {
  const answer = (url: string) => ({
    status: url in texts ? 200 : 404,
    headers: {},
    url,
    body: new TextEncoder().encode(texts[url]),
  })
  return readSitemaps({
    outbound: { fetch: async (url: string) => answer(url) } as unknown as Outbound,
    addresses: [ADDRESS],
    isWanted: (url) => url.host === 'shop.example',
    maximum: 50_000,
    pause: async () => {},
    signal: new AbortController().signal,
  })
}

const pages = (urls: string[]) => urls.map((url) => `<url><loc>${url}</loc></url>`).join('')

describe('a sitemap', () => {
  test('is read as text with an address a line, too', async () => {
    const text = 'https://shop.example/a\r\n\n  https://shop.example/b#part\nhttps://shop.example/a\nnot:an-address\n'
    expect(await read({ [ADDRESS]: text })).toEqual(['https://shop.example/a', 'https://shop.example/b'])
  })

  test('leads to others, the first 50 of the site', async () => {
    const maps = Array.from({ length: 130_000 }, (_, number) => `https://shop.example/${number % 60}.xml`)
    const index = maps.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')
    const texts = maps.slice(0, 60).map((url) => [url, pages([`${url}/page`])] as const)
    const foreign = '<sitemap><loc>https://other.example/</loc></sitemap>'.repeat(100)
    const found = await read({ [ADDRESS]: foreign + index, ...Object.fromEntries(texts) })
    expect(found).toEqual(maps.slice(0, 49).map((url) => `${url}/page`))
  })
})

describe('a sitemap made to keep the crawler busy', () => {
  test.each([
    ['a million lines', 'https://shop.example/a\n'.repeat(1_000_000), ['https://shop.example/a']],
    ['a million times one page', pages(Array(1_000_000).fill('https://shop.example/a')), ['https://shop.example/a']],
    ['300,000 levels', pages(['https://shop.example/a']) + '<a>'.repeat(300_000), ['https://shop.example/a']],
    ['an address of 20 MB', `https://shop.example/${'a/../'.repeat(4_000_000)}`, []],
  ])('comes to an end soon with %s', async (_case, text, found) => {
    const took = await processorMsOf(async () => expect(await read({ [ADDRESS]: text })).toEqual(found))
    expect(took).toBeLessThan(2_500)
  })

  test('lets others work while its addresses are looked at', async () => {
    let turns = 0
    const counter = setInterval(() => turns++)
    const text = Array.from({ length: 40_000 }, (_, number) => `https://shop.example/${number}`).join('\n')
    expect(await read({ [ADDRESS]: text })).toHaveLength(40_000)
    clearInterval(counter)
    expect(turns).toBeGreaterThan(10)
  })
})

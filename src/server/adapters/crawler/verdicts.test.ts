import { describe, expect, test } from 'vitest'
import { createFrontier } from './frontier.ts'
import { createVerdicts } from './verdicts.ts'

const ORIGIN = 'https://shop.example'

/** The verdicts on a website whose pages a test visits itself. */
function verdictsOf() {
  const frontier = createFrontier([])
  const verdicts = createVerdicts({
    frontier,
    isOnSite: (url) => url.origin === ORIGIN,
    maximumFound: 50_000,
    isLeftOut: () => false,
    isReporting: true,
    enqueue: () => {},
  })
  const entry = (path: string) => frontier.get(ORIGIN + path)!
  return {
    verdicts,
    entry,
    stateOf: (path: string) => entry(path).state,
    visit(path: string, { canonical = null as string | null, links = [] as string[], markdown = path } = {}) {
      verdicts.offer(ORIGIN + path, 1)
      const facts = { title: path, links, canonical: canonical && ORIGIN + canonical, refresh: null, markdown }
      verdicts.page(entry(path), {
        kind: 'page',
        facts: {
          ...facts,
          noindex: false,
          nofollow: false,
          asksForPassword: false,
          isFrameset: false,
          textFingerprint: path,
        },
        fingerprint: path,
        etag: null,
        lastModified: null,
        bytes: markdown.length,
      })
    },
  }
}

describe('a page that names another as its canonical one', () => {
  test('waits for it, unless too much waits already', () => {
    const { visit, verdicts, stateOf, entry } = verdictsOf()
    const links = [`${ORIGIN}/${'x'.repeat(2_000)}`]
    const size = 5_000_000
    for (let number = 0; number < 9; number++)
      visit(`/copy${number}`, { canonical: '/page', links, markdown: 'x'.repeat(size) })
    expect(stateOf('/copy8')).toBe('waiting')
    visit('/copy9', { canonical: '/page', links, markdown: 'x'.repeat(size) })
    expect(stateOf('/copy9')).toBe('found')
    visit('/small', { canonical: '/page' })
    expect(stateOf('/small')).toBe('waiting')

    verdicts.skip(entry('/page'), 'unreachable')
    expect(stateOf('/copy8')).toBe('found')
    visit('/later', { canonical: '/other', markdown: 'x'.repeat(size * 9) })
    expect(stateOf('/later')).toBe('waiting')
  })

  test('may be the first of many thousands in a row', () => {
    const { visit, verdicts, stateOf, entry } = verdictsOf()
    for (let number = 0; number < 20_000; number++) visit(`/${number}`, { canonical: `/${number + 1}` })
    verdicts.skip(entry('/20000'), 'unreachable')
    expect([stateOf('/19999'), stateOf('/19998'), stateOf('/1')]).toEqual(['found', 'skipped', 'found'])
  })
})

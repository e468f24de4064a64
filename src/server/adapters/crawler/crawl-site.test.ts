import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { longestBlockMs } from '../../testing/event-loop.ts'
import { html, never, type Page, startWebsite, type Website } from '../../testing/website.ts'
import { createExtractor, type Extractor } from '../extract/extractor.ts'
import { parseOutboundAllow } from '../outbound/allow.ts'
import { createOutbound, type Outbound } from '../outbound/outbound.ts'
import { crawlSite } from './crawl-site.ts'
import type { CrawlOptions } from './crawl-state.ts'
import type { CrawledUrl, EarlierPage, PageReport } from './crawler.ts'
import { withoutSession } from './session-ids.ts'

let outbound: Outbound
let extractor: Extractor
const sites: Website[] = []

beforeAll(() => {
  outbound = createOutbound({ allow: parseOutboundAllow('127.0.0.0/8'), userAgent: 'Baton/0.1' })
  extractor = createExtractor()
})
afterEach(() => Promise.all(sites.splice(0).map((site) => site.close())))
afterAll(() => Promise.all([outbound.close(), extractor.close()]))

async function website(pages: Record<string, Page>): Promise<Website> {
  const site = await startWebsite(pages)
  sites.push(site)
  return site
}

/** Crawls a test site and returns what the crawl saved, with paths in place of the site's own URLs. */
async function crawl(site: Website, options: Partial<CrawlOptions> = {}) {
  const kept = new Map<string, CrawledUrl>()
  const reports: PageReport[] = []
  let visited = 0
  let problem: Error | undefined
  await crawlSite({
    seed: `${site.origin}/`,
    outbound,
    extractor,
    maximumPages: 10_000,
    maximumFound: 10_000,
    known: [],
    visited: 0,
    signal: new AbortController().signal,
    async save(changed, count, learnt) {
      for (const url of changed) kept.set(url.url, url)
      reports.push(...learnt)
      visited = count
    },
    ...options,
  }).catch((error: Error) => {
    problem = error
  })
  const all = [...kept.values()].sort((one, other) => one.position - other.position)
  const path = (url: string) => url.replace(site.origin, '')
  return {
    kept: all,
    reports,
    visited,
    problem,
    found: all.filter(({ state }) => state === 'found').map(({ url }) => path(url)),
    waiting: all.filter(({ state }) => state === 'waiting').map(({ url }) => path(url)),
    skipped: Object.fromEntries(
      all.filter(({ state }) => state === 'skipped').map(({ url, reason }) => [path(url), reason]),
    ),
  }
}

const asked = (site: Website) => site.hits.map(({ path }) => path)

describe('what a crawl finds', () => {
  it('follows links breadth first, each page once, under one spelling', async () => {
    const site = await website({
      '/': html('Home', ['/a', '/b#part', './a?utm_source=mail', '/c/../b', 'mailto:someone@example.com']),
      '/a': html('A', ['/deep', '/']),
      '/b': html('B', ['/a']),
      '/deep': html('Deep'),
    })
    const { found, skipped, visited } = await crawl(site)
    expect(found).toEqual(['/', '/a', '/b', '/deep'])
    expect(skipped).toEqual({})
    expect(visited).toBe(4)
    expect(asked(site).sort()).toEqual(['/', '/a', '/b', '/deep', '/robots.txt', '/sitemap.xml'])
  })

  it('finds a page once that is served at two addresses', async () => {
    const home = html('Home', ['/index.html', '/other'])
    const site = await website({ '/': home, '/index.html': home, '/other': html('Other') })
    const { found, skipped } = await crawl(site)
    expect(found).toEqual(['/', '/other'])
    expect(skipped).toEqual({ '/index.html': 'duplicate' })
  })

  it('stays on its host and names what it met elsewhere', async () => {
    const other = await website({ '/': html('Other') })
    const site = await website({ '/': html('Home', [`${other.origin}/`, 'https://example.com/x']) })
    const { found, skipped } = await crawl(site)
    expect(found).toEqual(['/'])
    expect(skipped).toEqual({ [`${other.origin}/`]: 'other_host', 'https://example.com/x': 'other_host' })
    expect(other.hits).toEqual([])
  })

  it('leaves out files, by their ending without asking and by their content type', async () => {
    const site = await website({
      '/': html('Home', ['/photo.JPG', '/data', '/page']),
      '/data': { headers: { 'content-type': 'application/octet-stream' }, body: '<html>' },
      '/page': { headers: { 'content-type': 'application/xhtml+xml' }, body: html('Page') },
    })
    const { found, skipped } = await crawl(site)
    expect(found).toEqual(['/', '/page'])
    expect(skipped).toEqual({ '/photo.JPG': 'not_html', '/data': 'not_html' })
    expect(asked(site)).not.toContain('/photo.JPG')
  })

  it('does not count a page that is not there', async () => {
    const site = await website({ '/': html('Home', ['/gone', '/secret']), '/secret': { status: 403 } })
    const { found, skipped } = await crawl(site)
    expect(found).toEqual(['/'])
    expect(skipped).toEqual({ '/gone': 'unreachable', '/secret': 'unreachable' })
  })
})

describe('what a site asks of a crawl', () => {
  it('obeys robots.txt for itself before the rules for all', async () => {
    const site = await website({
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: *\nDisallow: /\n\nUser-agent: Baton\nDisallow: /private\nAllow: /private/open\n',
      },
      '/': html('Home', ['/private', '/private/open', '/public']),
      '/private/open': html('Open'),
      '/public': html('Public'),
    })
    const { found, skipped } = await crawl(site)
    expect(found).toEqual(['/', '/private/open', '/public'])
    expect(skipped).toEqual({ '/private': 'robots' })
    expect(asked(site)).not.toContain('/private')
  })

  it.each(['Baton Bot', 'baton/1.0', 'BATON (crawler)'])('knows itself in "User-agent: %s"', async (name) => {
    const site = await website({
      '/robots.txt': `User-agent: ${name}\nDisallow: /private\n\nUser-agent: *\nDisallow: /public`,
      '/': html('Home', ['/private', '/public']),
      '/public': html('Public'),
    })
    const { found, skipped } = await crawl(site)
    expect([found, skipped]).toEqual([['/', '/public'], { '/private': 'robots' }])
  })

  it.each([
    'Useragent: Baton',
    'User agent: Baton',
    'User-agent Baton',
    'User-agent: b\nCrawl-delay: 1\nUser-agent: Baton',
  ])('reads %j as Google does', async (line) => {
    const site = await website({ '/robots.txt': `${line}\nDisallow: /private`, '/': html('Home', ['/private']) })
    expect((await crawl(site)).skipped).toEqual({ '/private': 'robots' })
  })

  it.each(['Batonx', 'Baton-Bot', 'Other Baton', '*Baton', 'Bat on'])(
    'leaves "User-agent: %s" to others',
    async (name) => {
      const site = await website({
        '/robots.txt': `User-agent: ${name}\nDisallow: /`,
        '/': html('Home'),
      })
      expect((await crawl(site)).found).toEqual(['/'])
    },
  )

  it('asks for nothing when everything is disallowed', async () => {
    const site = await website({ '/robots.txt': 'User-agent: *\nDisallow: /', '/': html('Home') })
    const { found, skipped, problem } = await crawl(site)
    expect([found, skipped, problem]).toEqual([[], { '/': 'robots' }, undefined])
    expect(asked(site)).not.toContain('/')
  })

  it('lets others work while it leaves out what is forbidden', async () => {
    const site = await website({
      '/robots.txt': `User-agent: *\nDisallow: /p\n${'Disallow: /some/other/folder\n'.repeat(4_999)}`,
      '/': html('Home'),
    })
    const known = Array.from({ length: 800 }, (_, index) => {
      const url = `${site.origin}/p${index}/${'x'.repeat(500)}`
      return { url, position: index + 1, depth: 1, state: 'waiting', reason: null, fingerprint: null } as const
    })
    const blockMs = await longestBlockMs(async () => {
      const { found, skipped } = await crawl(site, { known })
      expect(found).toEqual(['/'])
      expect(Object.values(skipped)).toEqual(Array(800).fill('robots'))
    })
    expect(blockMs).toBeLessThan(1_000)
  })

  it('keeps the delay that robots.txt asks for', async () => {
    const site = await website({
      '/robots.txt': 'User-agent: *\nCrawl-delay: 0.3',
      '/': html('Home', ['/a', '/b']),
      '/a': html('A'),
      '/b': html('B'),
    })
    const started = Date.now()
    await crawl(site)
    // From the start on: a busy machine may be late with one request and in time with the next.
    const times = site.hits.filter(({ path }) => ['/', '/a', '/b'].includes(path)).map(({ at }) => at - started)
    expect(times[1]).toBeGreaterThanOrEqual(280)
    expect(times[2]).toBeGreaterThanOrEqual(580)
  })

  it('leaves out noindex pages but follows their links, unless told not to', async () => {
    const site = await website({
      '/': html('Home', ['/hidden', '/header', '/closed']),
      '/hidden': html('Hidden', ['/behind'], '<meta name="robots" content="noindex">'),
      '/header': { headers: { 'x-robots-tag': 'noindex, nofollow' }, body: html('Header', ['/unseen']) },
      '/closed': { headers: { 'x-robots-tag': 'otherbot: noindex' }, body: html('Closed') },
      '/behind': html('Behind'),
      '/unseen': html('Unseen'),
    })
    const { found, skipped } = await crawl(site)
    expect(found).toEqual(['/', '/closed', '/behind'])
    expect(skipped).toEqual({ '/hidden': 'noindex', '/header': 'noindex' })
  })

  it('takes the canonical page for its copies, and a copy where the canonical page is not to be had', async () => {
    const canonical = (url: string) => `<link rel="canonical" href="${url}">`
    const site = await website({
      '/': html('Home', ['/shoes?color=red', '/boots', '/staging']),
      '/shoes?color=red': html('Red shoes', [], canonical('/shoes')),
      '/shoes': html('Shoes'),
      '/boots': html('Boots', ['/laces'], canonical('/boots/missing')),
      '/laces': html('Laces'),
      '/staging': html('Staging', [], canonical('https://www.example.com/staging')),
    })
    const { found, skipped } = await crawl(site)
    expect(found.sort()).toEqual(['/', '/boots', '/laces', '/shoes', '/staging'])
    expect(skipped).toEqual({ '/shoes?color=red': 'duplicate', '/boots/missing': 'unreachable' })
  })

  it('takes each page where all name the home page as the canonical one', async () => {
    const home = '<link rel="canonical" href="/">'
    const site = await website({
      '/': html('Home', ['/a', '/b', '/index.html'], home),
      '/index.html': html('Home page', [], home),
      '/a': html('A', [], home),
      '/b': html('B', [], home),
    })
    expect((await crawl(site)).found).toEqual(['/', '/a', '/b'])
  })

  it('goes where a header, a script, a frame or the next page of a list leads', async () => {
    const site = await website({
      '/': { headers: { refresh: '0; url=/home' } },
      '/home': html('Home', ['/script', '/frame', '/list']),
      '/script': '<title>App</title><script>if (x) y()\nwindow.location.href = "/by-script";</script>',
      '/by-script': html('By script'),
      '/frame': '<title>Frame</title><body><iframe src="/by-frame"></iframe>',
      '/by-frame': html('By frame'),
      '/list': html('List', [], '<link rel="next" href="/list-2">'),
      '/list-2': html('List 2'),
    })
    const { found } = await crawl(site)
    expect(found.sort()).toEqual(['/by-frame', '/by-script', '/frame', '/home', '/list', '/list-2'])
  })

  it('takes the first of pages that name each other as the canonical one, and goes on', async () => {
    const canonical = (url: string) => `<link rel="canonical" href="${url}">`
    const site = await website({
      '/': html('Home', ['/a'], canonical('/home')),
      '/home': html('Home again', ['/b'], canonical('/')),
      '/a': html('A', ['/ring-1']),
      '/ring-1': html('Ring', ['/c'], canonical('/ring-2')),
      '/ring-2': html('Second of the ring', [], canonical('/ring-3')),
      '/ring-3': html('Third of the ring', [], canonical('/ring-1')),
      '/c': html('C'),
    })
    const { found, skipped, waiting } = await crawl(site)
    expect(found.sort()).toEqual(['/', '/a', '/c', '/ring-1', '/ring-2'])
    expect(skipped).toEqual({ '/home': 'duplicate', '/ring-3': 'duplicate', '/b': 'unreachable' })
    expect(waiting).toEqual([])
  })

  it('reads feeds that robots.txt names, and sitemaps with prefixes', async () => {
    const site = await website({ '/': html('Home') })
    const { origin } = site
    const maps = ['rss', 'atom', 'prefixed'].map((name) => `Sitemap: ${origin}/maps/${name}.xml`)
    site.pages['/robots.txt'] = `User-agent: *\nDisallow:\n${maps.join('\n')}`
    site.pages['/maps/rss.xml'] =
      `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
      <link>${origin}/channel</link><atom:link href="${origin}/maps/rss.xml" rel="self"/>
      <image><url>${origin}/logo</url><link>${origin}/channel</link></image>
      <item><title>One</title><link>${origin}/rss?a=1&amp;b=2</link><guid>${origin}/guid</guid></item></channel></rss>`
    site.pages['/maps/atom.xml'] = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="${origin}/feed"/>
      <entry><link rel="edit" href="${origin}/edit"/><link href="${origin}/atom"/></entry></feed>`
    site.pages['/maps/prefixed.xml'] = `<sm:urlset xmlns:sm="http://www.sitemaps.org/schemas/sitemap/0.9">
      <sm:url><sm:loc>${origin}/prefixed</sm:loc><image:loc>${origin}/image</image:loc></sm:url></sm:urlset>`
    site.fallback = (path) => (path.startsWith('/maps') ? undefined : html(path))
    const { found } = await crawl(site)
    expect(found.sort()).toEqual(['/', '/atom', '/prefixed', '/rss?a=1&b=2'])
  })

  it('follows a page that only sends people on', async () => {
    const site = await website({
      '/': html('Home', ['/old']),
      '/old': '<meta http-equiv="refresh" content="0; url=/new"><title>Moved</title>',
      '/new': html('New'),
    })
    const { found, skipped } = await crawl(site)
    expect([found, skipped]).toEqual([['/', '/new'], { '/old': 'duplicate' }])
  })

  it('reads sitemaps: an index, gzip, and what robots.txt names', async () => {
    const locations = (urls: string[], kind = 'url') =>
      urls.map((url) => `<${kind}><loc>${url}</loc></${kind}>`).join('')
    const site = await website({ '/': html('Home'), '/one': html('One') })
    Object.assign(site.pages, {
      '/robots.txt': `User-agent: *\nDisallow:\nSitemap: ${site.origin}/maps/index.xml`,
      '/maps/index.xml': {
        headers: { 'content-type': 'application/xml' },
        body: `<sitemapindex>${locations([`${site.origin}/maps/a.xml.gz`, `${site.origin}/maps/none.xml`], 'sitemap')}</sitemapindex>`,
      },
      '/maps/a.xml.gz': {
        headers: { 'content-type': 'application/gzip' },
        body: gzipSync(
          `<?xml version="1.0"?><urlset xmlns:image="i">${locations([`${site.origin}/one`, `${site.origin}/b?x=1&amp;y=2`, 'https://example.com/'])}<url><loc>${site.origin}/three</loc><image:image><image:loc>${site.origin}/picture</image:loc></image:image></url></urlset>`,
        ),
      },
      '/b?x=1&y=2': html('B'),
      '/three': html('Three'),
    })
    const { found, skipped } = await crawl(site)
    expect(found).toEqual(['/', '/one', '/b?x=1&y=2', '/three'])
    expect(skipped).toEqual({ 'https://example.com/': 'other_host' })
  })

  it('slows down for 429 and Retry-After, and then goes on', async () => {
    const site = await website({
      '/': html('Home', ['/a']),
      '/a': (count) => (count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : html('A')),
    })
    const { found } = await crawl(site)
    expect(found).toEqual(['/', '/a'])
    const [first, second] = site.hits.filter(({ path }) => path === '/a')
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(950)
  })
})

describe('a website that writes something new into each answer', () => {
  const shop = (address: (path: string) => string) => {
    const pages = Object.fromEntries(
      ['/', '/a', '/b', '/c'].map((path) => [
        path,
        () => html(`Page ${path}`) + ['/', '/a', '/b', '/c'].map((to) => `<a href="${address(to)}">On</a>`),
      ]),
    )
    return async () => {
      const site = await website(pages)
      site.fallback = (asked) => {
        const page = pages[asked.replace(/[;?].*$/, '')]
        return page?.()
      }
      return site
    }
  }
  const token = () => randomUUID().replaceAll('-', '').slice(0, 20)

  it.each<[string, (path: string) => string]>([
    ['sid', (path) => `${path}?sid=${token()}`],
    ['PHPSESSID', (path) => `${path}?PHPSESSID=${token()}`],
    ['session_id among others', (path) => `${path}?lang=en&session_id=${token()}`],
    ['CFID and CFTOKEN', (path) => `${path}?CFID=${Date.now()}&CFTOKEN=${token()}`],
    ['jsessionid in the path', (path) => `${path};jsessionid=${token().toUpperCase()}.node1`],
    ['a number against caches', (path) => `${path}?_=${Date.now()}${Math.floor(Math.random() * 1000)}`],
    ['a random fraction against caches', (path) => `${path}?rnd=${Math.random().toFixed(12)}`],
    ['a name nobody knows', (path) => `${path}?x9=${token()}`],
  ])('is read once in spite of %s', async (_name, address) => {
    const site = await shop(address)()
    const { found } = await crawl(site)
    expect(found).toHaveLength(4)
    expect(asked(site).length).toBeLessThan(60)
  })

  it.each<[string, string]>([
    ['?sid=12', '?sid=12'],
    ['?session=spring-term', '?session=spring-term'],
    ['?t=2026', '?t=2026'],
    ['?s=shoes', '?s=shoes'],
    ['?token=abc', '?token=abc'],
    ['?id=5f3a9c2b7d1e4f60', '?id=5f3a9c2b7d1e4f60'],
    ['?a=1&sessionid=x&b=%C3%A4+', '?a=1&b=%C3%A4+'],
    ['?id=1&print=1', '?id=1'],
    ['?view=print', ''],
    ['?view=list&print=posters', '?view=list&print=posters'],
  ])('keeps what tells pages apart: %s', (before, after) => {
    expect(withoutSession(`https://shop.example/p${before}`)).toBe(`https://shop.example/p${after}`)
  })

  it('is read once in spite of a session in its path, as ASP.NET writes it', async () => {
    expect(withoutSession('https://shop.example/(S(lit3py55t21z5v55vlm25s55))/a(1)/b')).toBe(
      'https://shop.example/a(1)/b',
    )
    const site = await website({})
    site.fallback = (path) => {
      const [, page = ''] = /^(?:\/v-[\w-]+)?(\/[abc]?)$/.exec(path) ?? []
      const links = ['/', '/a', '/b', '/c'].map((to) => `<a href="/v-${randomUUID()}${to}">On</a>`)
      return page && html(`Page ${page}`) + links.join('')
    }
    const { found } = await crawl(site)
    expect(found).toHaveLength(4)
    expect(asked(site).length).toBeLessThan(60)
  })

  it('is read once in spite of the tokens of its forms, comments and scripts', async () => {
    const form = () =>
      `${html('Form', ['/a', '/a/'], `<meta name="csrf" content="${token()}">`)}
      <form><input type="hidden" value="${token()}"></form><script>window.id = "${token()}"</script><!-- ${token()} -->`
    const site = await website({ '/': html('Home', ['/a', '/a/']), '/a': form, '/a/': form })
    const { found, skipped } = await crawl(site)
    expect(found).toEqual(['/', '/a'])
    expect(skipped).toEqual({ '/a/': 'duplicate' })
  })

  it('keeps pages that say the same but lead elsewhere, and those that scripts draw', async () => {
    const gallery = (path: string) => html('Gallery', [`${path}/1`, `${path}/2`])
    const drawn = (name: string) => `<title>App</title><div id="root" data-page="${name}"></div>`
    const site = await website({
      '/': html('Home', ['/x', '/y', '/one', '/two']),
      '/x': gallery('/x'),
      '/y': gallery('/y'),
    })
    Object.assign(site.pages, { '/one': drawn('one'), '/two': drawn('two') })
    for (const path of ['/x/1', '/x/2', '/y/1', '/y/2']) site.pages[path] = html(path)
    const { found } = await crawl(site)
    expect(found.sort()).toEqual(['/', '/one', '/two', '/x', '/x/1', '/x/2', '/y', '/y/1', '/y/2'])
  })
})

describe('a list of several pages', () => {
  const canonical = (url: string) => `<link rel="canonical" href="${url}">`

  it.each([
    ['in the query', (page: number) => (page === 1 ? '/list' : `/list?page=${page}`)],
    ['in the path', (page: number) => (page === 1 ? '/list' : `/list/page/${page}`)],
  ])('is followed to its end although all name the first as the canonical one, with numbers %s', async (_name, at) => {
    const site = await website({ '/': html('Home', [at(1)]) })
    for (let page = 1; page <= 5; page++) {
      const next = page < 5 ? [at(page + 1)] : []
      site.pages[at(page)] = html(`List, page ${page}`, [`/item${page}`, ...next], canonical('/list'))
      site.pages[`/item${page}`] = html(`Item ${page}`)
    }
    const { found } = await crawl(site)
    expect(found.sort()).toEqual(['/', '/item1', '/item2', '/item3', '/item4', '/item5', '/list'])
  })

  it('is followed from its first page on when that is where the crawl begins', async () => {
    const site = await website({
      '/': html('List', ['/item1', '/?page=2'], canonical('/')),
      '/?page=2': html('List, page 2', ['/item2', '/?page=3'], canonical('/')),
      '/?page=3': html('List, page 3', ['/item3'], canonical('/')),
    })
    for (const item of ['/item1', '/item2', '/item3']) site.pages[item] = html(item)
    const { found, skipped } = await crawl(site)
    expect(found.sort()).toEqual(['/', '/item1', '/item2', '/item3'])
    expect(skipped).toEqual({ '/?page=2': 'duplicate', '/?page=3': 'duplicate' })
  })

  it('is not followed through every combination of its filters', async () => {
    const filters = ['color', 'size', 'brand', 'price', 'material']
    const site = await website({})
    site.fallback = (path) => {
      const chosen = new URLSearchParams(path.split('?')[1] ?? '')
      if (!/^\/(\?|$)/.test(path)) return path.startsWith('/shoe') ? html(path) : undefined
      const links = filters.flatMap((filter) =>
        ['1', '2', '3'].map((value) => {
          const next = new URLSearchParams(chosen)
          next.set(filter, value)
          return `/?${next}`
        }),
      )
      return html(`Shoes ${chosen}`, [...links, `/shoe-${chosen.size}`], canonical('/'))
    }
    const { found } = await crawl(site)
    expect(found.sort()).toEqual(['/', '/shoe-0', '/shoe-1'])
    expect(asked(site).length).toBeLessThan(40)
  })
})

describe('a website that wants its cookies back', () => {
  const withCookie =
    (page: string, elsewhere?: string): Page =>
    (_count, headers) =>
      headers.cookie?.includes('s=1')
        ? page
        : { status: 302, headers: { location: elsewhere ?? '', ...(!elsewhere && { 'set-cookie': 's=1; Path=/' }) } }

  it('is read where it sends every first request to itself', async () => {
    const site = await website({
      '/': withCookie(html('Home', ['/a', '/b'])),
      '/a': withCookie(html('A')),
      '/b': html('B'),
    })
    const { found, skipped } = await crawl(site)
    expect([found, skipped]).toEqual([['/', '/a', '/b'], {}])
  })

  it.each([
    ['redirects back', { status: 302, headers: { 'set-cookie': 's=1; Path=/', location: '/' } }],
    [
      'sends back by its head',
      { headers: { 'set-cookie': 's=1; Path=/' }, body: '<meta http-equiv="refresh" content="0; url=/">' },
    ],
  ])('is read where a page for consent %s', async (_name, consent) => {
    const site = await website({
      '/': withCookie(html('Home', ['/a']), '/consent'),
      '/a': html('A'),
      '/consent': consent,
    })
    const { found } = await crawl(site)
    expect(found).toEqual(['/', '/a'])
  })

  it('keeps a page that was found once the cookie came back, where other addresses lead to it too', async () => {
    const site = await website({
      '/': withCookie(html('Home', ['/a', '/old', '/older']), '/consent'),
      '/a': html('A'),
      '/old': { status: 302, headers: { location: '/' } },
      '/older': { status: 302, headers: { location: '/' } },
      '/consent': { status: 302, headers: { 'set-cookie': 's=1; Path=/', location: '/' } },
    })
    const { found, skipped } = await crawl(site)
    expect(found).toEqual(['/', '/a'])
    expect(skipped).toEqual({ '/consent': 'duplicate', '/old': 'duplicate', '/older': 'duplicate' })
    expect(asked(site).filter((path) => path === '/')).toHaveLength(2)
  })

  it('is left alone where it redirects whatever comes back', async () => {
    const site = await website({
      '/': html('Home', ['/loop', '/ping']),
      '/loop': (count) => ({ status: 302, headers: { location: '/loop', 'set-cookie': `n=${count}` } }),
      '/ping': (count) => ({ status: 302, headers: { location: '/pong', 'set-cookie': `p=${count}` } }),
      '/pong': { status: 302, headers: { location: '/ping' } },
    })
    const { found, skipped } = await crawl(site)
    expect(found).toEqual(['/'])
    expect(Object.keys(skipped).sort()).toEqual(['/loop', '/ping', '/pong'])
    expect(asked(site).length).toBeLessThan(15)
  })

  it('gets the cookies of one crawl only', async () => {
    const site = await website({
      '/': { headers: { 'set-cookie': 'visit=1' }, body: html('Home', ['/a']) },
      '/a': html('A'),
    })
    await crawl(site)
    await crawl(site)
    const cookies = site.hits.filter(({ path }) => path === '/').map(({ headers }) => headers.cookie)
    expect(cookies).toEqual([undefined, undefined])
    expect(site.hits.find(({ path }) => path === '/a')?.headers.cookie).toBe('visit=1')
  })
})

it('reads the frames of a page that only divides the window', async () => {
  const site = await website({
    '/': '<title>Old</title><frameset cols="20%,*"><frame src="/menu"><frame src="start.html"></frameset>',
    '/menu': html('Menu', ['/history']),
    '/start.html': html('Start'),
    '/history': html('History'),
  })
  const { found, skipped } = await crawl(site)
  expect([found, skipped]).toEqual([['/menu', '/start.html', '/history'], { '/': 'duplicate' }])
})

describe('a crawl that keeps texts', () => {
  it('saves the text of each page it finds once, and what became of the others', async () => {
    const site = await website({
      '/': html('Home', ['/new', '/old', '/copy', '/gone', '/hidden', '/drawn']),
      '/new': { headers: { etag: '"1"', 'last-modified': 'Mon, 23 Nov 2026 10:00:00 GMT' }, body: html('New') },
      '/old': { status: 301, headers: { location: '/new' } },
      '/copy': { body: html('New') },
      '/gone': { status: 410 },
      '/hidden': html('Hidden', [], '<meta name="robots" content="noindex">'),
      '/drawn': '<title>Drawn</title><div id="root"></div><script src="app.js"></script>',
    })
    const { reports, found } = await crawl(site, { keepsText: true })
    const of = (path: string) => reports.filter(({ url }) => url === site.origin + path)
    expect(found).toHaveLength(3)
    expect(reports.filter(({ kind }) => kind === 'read')).toHaveLength(3)
    const [read] = [...of('/new'), ...of('/copy')].filter(({ kind }) => kind === 'read')
    expect(read).toMatchObject({ title: 'New', markdown: expect.stringMatching(/^# New\n\nNew is described on/) })
    expect(of('/drawn')).toMatchObject([{ kind: 'read', title: 'Drawn', markdown: '' }])
    expect(of('/old')).toEqual([{ kind: 'moved', url: `${site.origin}/old`, target: `${site.origin}/new` }])
    expect(of('/gone')).toEqual([{ kind: 'failed', url: `${site.origin}/gone`, status: 410 }])
    expect(of('/hidden')).toEqual([])
    expect((await crawl(site)).reports.map(({ kind }) => kind)).toEqual(['failed'])
  })

  it('keeps telephone and address from around the text once, with the home page', async () => {
    const footer = '<footer><p>Lamp shop, Main Street 5, 1234 Springfield. Call +1 555 0199 123.</p></footer>'
    const page = (title: string, links: string[] = []) => html(title, links).replace('</body>', `${footer}</body>`)
    const site = await website({ '/': { status: 302, headers: { location: '/en/' } } })
    Object.assign(site.pages, { '/en/': page('Home', ['/a', '/b']), '/a': page('A'), '/b': page('B') })
    const { reports } = await crawl(site, { keepsText: true })
    const saying = reports.filter((report) => report.kind === 'read' && report.markdown.includes('Main Street 5'))
    expect(saying.map(({ url }) => url)).toEqual([`${site.origin}/en/`])
  })

  it('keeps the text of a large page whole, and tells of one that is too large', async () => {
    const large = (bytes: number, end: string) =>
      `<title>Large</title><main><h1>Large</h1><p>${end}</p><!--${'x'.repeat(bytes)}--><p>The end of ${end}.</p></main>`
    const site = await website({
      '/': html('Home', ['/five', '/six', '/most']),
      '/five': large(5_000_000, 'five'),
      '/six': large(6_000_000, 'six'),
      '/most': large(20_000_000, 'most'),
    })
    const { reports, skipped } = await crawl(site, { keepsText: true })
    const read = (path: string) => reports.find(({ url }) => url === site.origin + path)
    expect(read('/five')).toMatchObject({ kind: 'read', markdown: expect.stringContaining('The end of five.') })
    expect(read('/six')).toMatchObject({ kind: 'read', markdown: expect.stringContaining('The end of six.') })
    expect(read('/most')).toEqual({ kind: 'failed', url: `${site.origin}/most`, status: null })
    expect(skipped).toEqual({ '/most': 'unreachable' })
    const { problem } = await crawl(site, { keepsText: true, seed: `${site.origin}/most` })
    expect(problem?.message).toBe(`${site.host} sent more than 20,000,000 bytes.`)
  })

  it('asks again only for what has changed', async () => {
    const tags = { '/': '"home"', '/a': 'W/"a"', '/b': '"b"', '/lost': '"lost"' } as Record<string, string>
    const site = await website({
      '/': html('Home', ['/a', '/b']),
      '/a': html('A', ['/c']),
      '/b': html('B'),
      '/c': html('C'),
      '/lost': html('Lost'),
    })
    const bodies = { ...site.pages } as Record<string, string>
    const conditional = (path: string) => (_count: number, headers: { 'if-none-match'?: string }) =>
      headers['if-none-match'] === tags[path]
        ? { status: 304 }
        : { headers: { etag: tags[path]! }, body: bodies[path]! }
    for (const path of Object.keys(tags)) site.pages[path] = conditional(path)
    const first = await crawl(site, { keepsText: true })
    const earlier = new Map<string, EarlierPage>(
      first.reports.flatMap((page) => (page.kind === 'read' ? [[page.url, page]] : [])),
    )
    earlier.set(`${site.origin}/lost`, { etag: '"lost"', lastModified: null, fingerprint: 'lost' })

    bodies['/b'] = html('B is new', ['/d'])
    tags['/b'] = '"b2"'
    site.pages['/d'] = html('D')
    site.hits.length = 0
    const second = await crawl(site, { keepsText: true, earlier })
    expect(second.found.sort()).toEqual(['/', '/a', '/b', '/c', '/d', '/lost'])
    const kinds = second.reports.map(({ url, kind }) => [url.replace(site.origin, ''), kind])
    expect(Object.fromEntries(kinds)).toEqual({
      '/': 'unchanged',
      '/a': 'unchanged',
      '/b': 'read',
      '/c': 'read',
      '/d': 'read',
      '/lost': 'unchanged',
    })
    expect(asked(site).sort()).toEqual(['/', '/a', '/b', '/c', '/d', '/lost', '/robots.txt', '/sitemap.xml'])
  })
})

describe('redirects', () => {
  it('finds the page where it is now', async () => {
    const site = await website({
      '/': { status: 301, headers: { location: '/home' } },
      '/home': html('Home', ['/old', '/loop']),
      '/old': { status: 302, headers: { location: 'new#top' } },
      '/new': html('New'),
      '/loop': { status: 302, headers: { location: '/loop' } },
    })
    const { found, skipped } = await crawl(site)
    expect(found).toEqual(['/home', '/new'])
    expect(skipped).toEqual({ '/': 'duplicate', '/old': 'duplicate', '/loop': 'unreachable' })
  })

  it('does not leave the site', async () => {
    const site = await website({
      '/': html('Home', ['/out']),
      '/out': { status: 302, headers: { location: 'http://10.0.0.1/metadata' } },
    })
    const { found, skipped } = await crawl(site)
    expect(found).toEqual(['/'])
    expect(skipped).toEqual({ '/out': 'redirected_away' })
  })

  it('says where to start instead when the seed leads elsewhere', async () => {
    const site = await website({ '/': { status: 301, headers: { location: 'https://example.org/' } } })
    const { problem } = await crawl(site)
    expect(problem?.message).toBe(
      `${site.origin}/ redirects to https://example.org/, another website. Start the crawl from there.`,
    )
  })
})

describe('what is written in UTF-16', () => {
  it('is read: robots.txt and sitemaps', async () => {
    const site = await website({ '/': html('Home', ['/a', '/b']), '/a': html('A'), '/b': html('B'), '/c': html('C') })
    const marked = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
    site.pages['/robots.txt'] = { body: marked('User-agent: *\r\nDisallow: /b\r\n') }
    site.pages['/sitemap.xml'] = { body: marked(`<urlset><url><loc>${site.origin}/c</loc></url></urlset>`) }
    expect((await crawl(site)).found.sort()).toEqual(['/', '/a', '/c'])
  })
})

describe('what has no end', () => {
  it('leaves a calendar after some months', async () => {
    const site = await website({ '/': html('Home', ['/events/2026/01', '/about']), '/about': html('About') })
    site.fallback = (path) => {
      const [, year, month] = /^\/events\/(\d+)\/(\d+)$/.exec(path) ?? []
      if (!year) return undefined
      const next = Number(year) * 12 + Number(month)
      return html(path, [`/events/${Math.floor(next / 12)}/${String((next % 12) + 1).padStart(2, '0')}`])
    }
    const { found, skipped } = await crawl(site)
    expect(found).toContain('/about')
    expect(found.length).toBeLessThanOrEqual(62)
    expect(Object.values(skipped)).toEqual(['trap'])
  })

  it.each<[string, (day: Date) => string]>([
    [
      'months by name',
      (day) => `${day.getUTCFullYear()}/${day.toLocaleString('en', { month: 'long', timeZone: 'UTC' })}/`,
    ],
    ['days in one number', (day) => day.toISOString().slice(0, 10).replaceAll('-', '')],
    ['weeks', (day) => `${day.getUTCFullYear()}-W${1 + Math.floor((day.getUTCMonth() * 30 + day.getUTCDate()) / 8)}`],
  ])('leaves a calendar of %s', async (_case, pathOf) => {
    const start = Date.UTC(2026, 0, 15)
    const days = new Map(
      Array.from({ length: 200 }, (_, at) => {
        const day = (number: number) => new Date(start + number * 31 * 86_400_000)
        return [`/events/${pathOf(day(at))}`, `/events/${pathOf(day(at + 1))}`]
      }),
    )
    const site = await website({
      '/': html('Home', [`/events/${pathOf(new Date(start))}`, '/about']),
      '/about': html('About'),
    })
    site.fallback = (path) => (days.has(path) ? html(path, [days.get(path)!]) : undefined)
    const { found, skipped } = await crawl(site)
    expect(found).toContain('/about')
    expect(found.length).toBeLessThanOrEqual(62)
    expect(Object.values(skipped)).toEqual(['trap'])
  })

  it('leaves relative links that pile up, and endless filters', async () => {
    const site = await website({ '/': html('Home', ['shop/', '/list?sort=a&page=1']) })
    site.fallback = (path) => {
      if (path.startsWith('/shop')) return html(path, ['shop/'])
      if (!path.startsWith('/list')) return undefined
      const page = Number(new URLSearchParams(path.split('?')[1]).get('page'))
      return html(
        path,
        [1, 2, 3].map((next) => `/list?sort=${page}${next}&page=${page * 3 + next}`),
      )
    }
    const { found, skipped } = await crawl(site)
    expect(found.length).toBeLessThanOrEqual(203)
    expect(skipped['/shop/shop/shop/']).toBe('trap')
    expect(new Set(Object.values(skipped))).toEqual(new Set(['trap']))
  })

  it('stops at a depth', async () => {
    const site = await website({ '/': html('Home', ['/chain-a1b']) })
    site.fallback = (path) => {
      const number = /^\/chain-a(\d+)b$/.exec(path)?.[1]
      return number ? html(path, [`/chain-a${Number(number) + 1}b`]) : undefined
    }
    const { found, skipped } = await crawl(site)
    expect(found).toHaveLength(101)
    expect(skipped).toEqual({ '/chain-a101b': 'too_deep' })
  })

  it('finds no more than it may, and says what it left out', async () => {
    const links = Array.from({ length: 30 }, (_, index) => `/p${index}`)
    const site = await website({ '/': html('Home', links) })
    site.fallback = (path) => (path.startsWith('/p') ? html(path) : undefined)
    const planned = await crawl(site, { maximumFound: 10 })
    expect(planned.found).toHaveLength(10)
    expect(Object.values(planned.skipped)).toEqual(Array(21).fill('plan_limit'))
    const paged = await crawl(site, { maximumPages: 10 })
    expect(paged.visited).toBe(10)
    expect(Object.values(paged.skipped)).toEqual(Array(21).fill('page_limit'))
    const none = await crawl(site, { maximumFound: 0 })
    expect([none.found, none.skipped]).toEqual([[], { '/': 'plan_limit' }])
  })
})

describe('while pages are read', () => {
  it('asks for others, but for no more than may be held', async () => {
    const paths = Array.from({ length: 60 }, (_, number) => `/${number}`)
    const pages = paths.map((path) => [path, html(path)] as const)
    const site = await website({ '/': html('Home', paths), ...Object.fromEntries(pages) })
    let read = () => {}
    const mayBeRead = new Promise<void>((resolve) => {
      read = resolve
    })
    const held = new Set<string | null>()
    let most = 0
    const readPage: Extractor['readPage'] = async (page, source) => {
      held.add(source.url)
      most = Math.max(most, held.size)
      if (source.url !== `${site.origin}/`) await mayBeRead
      held.delete(source.url)
      return extractor.readPage(page, source)
    }
    const crawling = crawl(site, { extractor: { ...extractor, readPage } })
    await expect.poll(() => held.size).toBe(32)
    read()
    expect((await crawling).found).toHaveLength(61)
    expect(most).toBe(32)
  })
})

describe('trouble', () => {
  it('tries a page again that failed in passing', async () => {
    const site = await website({
      '/': html('Home', ['/a', '/b']),
      '/a': (count) => (count === 1 ? { isBroken: true } : html('A')),
      '/b': { status: 500 },
    })
    const { found, skipped } = await crawl(site)
    expect(found).toEqual(['/', '/a'])
    expect(skipped).toEqual({ '/b': 'unreachable' })
    expect(asked(site).filter((path) => path === '/b')).toHaveLength(3)
  })

  it('says in words that the site could not be had', async () => {
    const site = await startWebsite()
    await site.close()
    const { problem } = await crawl(site)
    expect(problem?.message).toContain('refused the connection')
    expect(problem).toMatchObject({ isPermanent: true })
    const { problem: missing } = await crawl(await website({}))
    expect(missing?.message).toContain('answered 404')
    const { problem: broken } = await crawl(await website({ '/robots.txt': { status: 503 } }))
    expect(broken?.message).toContain('robots.txt')
  })

  it('is not complete when the site goes down on the way, and goes on from there', async () => {
    const links = Array.from({ length: 40 }, (_, index) => `/p${index}`)
    const site = await website({ '/': html('Home', links) })
    let isUp = true
    let served = 0
    site.fallback = (path) => {
      if (!path.startsWith('/p')) return isUp ? undefined : { isBroken: true }
      if (served >= 15) isUp = false
      served += 1
      return isUp ? html(path) : { isBroken: true }
    }
    const first = await crawl(site)
    expect(first.problem).toMatchObject({ name: 'CrawlError', isPermanent: false })
    expect(first.found.length + first.waiting.length).toBe(41)
    served = -1000
    isUp = true
    const before = site.hits.length
    const second = await crawl(site, { known: first.kept, visited: first.visited })
    expect(second.problem).toBeUndefined()
    expect(first.found.length + second.found.length).toBe(41)
    const again = new Set(site.hits.slice(before).map(({ path }) => path))
    for (const path of first.found) expect(again).not.toContain(path)
  })

  it('keeps what it has when it is stopped', async () => {
    const stop = new AbortController()
    const slow = () => {
      stop.abort(new Error('stopped'))
      return { after: never }
    }
    const site = await website({ '/': html('Home', ['/slow']), '/slow': slow })
    const { problem, found, waiting } = await crawl(site, { signal: stop.signal })
    expect([problem?.message, found, waiting]).toEqual(['stopped', ['/'], ['/slow']])
  })
})

describe('a seed whose name', () => {
  const lookup = async (code: string) => {
    let lookups = 0
    const nowhere = createOutbound({
      allow: [],
      userAgent: 'Baton',
      resolve: async () => {
        lookups += 1
        throw Object.assign(new Error(code), { code })
      },
    })
    const { problem } = await crawl(await website({}), { seed: 'http://docs.exampel.org/', outbound: nowhere })
    await nowhere.close()
    return { lookups, problem }
  }

  it('does not exist is looked up once, and the crawl is over', async () => {
    expect(await lookup('ENOTFOUND')).toEqual({
      lookups: 1,
      problem: expect.objectContaining({ isPermanent: true, message: expect.stringContaining('no host named') }),
    })
  })

  it('nobody answers for is looked up again', async () => {
    const { lookups, problem } = await lookup('EAI_AGAIN')
    expect(lookups).toBe(3)
    expect(problem?.message).toContain('could not be looked up')
  })
})

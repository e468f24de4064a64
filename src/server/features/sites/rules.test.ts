import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWanted, matchesGlob } from '#contract/globs.ts'
import { isStandIn } from '../../adapters/extract/stand-in.ts'
import { comparePages, type Seen, type SitePage } from './compare-pages.ts'
import { nextRun } from './next-run.ts'
import { type Met, sitePages } from './site-pages.ts'

describe('globs', () => {
  it.each([
    ['/help/*', '/help/returns', true],
    ['/help/*', '/help/returns/late', false],
    ['/help/**', '/help/returns/late', true],
    ['/help/**', '/help/', true],
    ['/help/**', '/help', true],
    ['/help/**', '/helpless', false],
    ['**/print', '/a/b/print', true],
    ['/*.html', '/index.html', true],
    ['/a.c', '/abc', false],
    ['/**/2019/*', '/news/2019/may', true],
    ['', '/', false],
  ])('%s on %s: %s', (glob, path, matches) => expect(matchesGlob(glob, path)).toBe(matches))

  it('agree with the regular expression that they stand for', () => {
    const letters = fc
      .array(fc.constantFrom('a', 'b', '/', '*', '**', '.'), { maxLength: 8 })
      .map((all) => all.join(''))
    const paths = fc.array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 10 }).map((all) => all.join(''))
    fc.assert(
      fc.property(letters, paths, (glob, path) => {
        const source = glob.replace(/\*\*+|\*|\./g, (part) => (part === '.' ? '\\.' : part === '*' ? '[^/]*' : '.*'))
        const folder = glob.endsWith('/**') && path === glob.slice(0, -3)
        expect(matchesGlob(glob, path)).toBe(folder || new RegExp(`^${source}$`).test(path))
      }),
    )
  })

  it('take no longer for a glob made to be slow', () => {
    expect(matchesGlob(`/${'*a'.repeat(99)}`, `/${'a'.repeat(2_000)}b`)).toBe(false)
    expect(matchesGlob(`/${'**a'.repeat(66)}`, `/${'a'.repeat(2_000)}b`)).toBe(false)
  })

  it('say which pages of a site are wanted', () => {
    const wanted = { include: ['/help/**', '/über/*'], exclude: ['**/print'] }
    const paths = ['/help/a', '/help/a/print', '/news', '/%C3%BCber/uns?x=1']
    expect(paths.filter((path) => isWanted(wanted, `https://example.com${path}`))).toEqual(['/help/a', paths[3]])
    expect(isWanted({ include: [], exclude: [] }, 'https://example.com/%ff')).toBe(true)
  })
})

describe('comparing a crawl with the sources', () => {
  const page = (url: string, seen: Seen, more: Partial<SitePage> = {}): SitePage => ({
    ...{ url, seen, learnt: undefined, isDismissed: false, isWanted: true, missing: 0, notFound: 0 },
    ...more,
  })
  const says = (text: string | null): Seen => ({ kind: 'page', text })
  const source = (url: string, seen: Seen = says(url), more: Partial<SitePage> = {}) =>
    page(url, seen, { learnt: url, ...more })
  const many = (count: number, seen?: (url: string) => Seen) =>
    Array.from({ length: count }, (_, index) => `/p${index}`).map((url) => source(url, seen?.(url)))
  const planOf = (pages: SitePage[]) => {
    const { changes, ...rest } = comparePages(pages)
    return { ...rest, changes: Object.fromEntries(changes.map(({ url, change }) => [url, change])) }
  }

  it('adds, changes and leaves', () => {
    const pages = [...many(10), source('/old', says('new')), page('/new', says('n'))]
    expect(planOf(pages)).toMatchObject({ changes: { '/old': 'changed', '/new': 'added' }, unchanged: 10, doubts: [] })
  })

  it('adds each text once, and nothing that was deleted, is not wanted or says nothing', () => {
    const pages = [
      ...[...many(1), page('/copy', says('/p0')), page('/a', says('a')), page('/b', says('a'))],
      ...[page('/deleted', says('d'), { isDismissed: true }), page('/x', says('x'), { isWanted: false })],
      ...[page('/empty', says(null)), page('/none', { kind: 'not_found' })],
    ]
    expect(planOf(pages).changes).toEqual({ '/a': 'added' })
  })

  it.each<[string, Seen, number, number]>([
    ['missing three times in a row', { kind: 'missing' }, 3, 0],
    ['without words three times in a row', says(null), 3, 0],
    ['404 twice', { kind: 'not_found' }, 2, 2],
    ['410', { kind: 'gone' }, 1, 1],
  ])('takes a page away that is %s', (_what, seen, times, notFound) => {
    let last = { missing: 0, notFound: 0 }
    for (let time = 1; time <= times; time += 1) {
      const { changes, counters } = planOf([...many(10), source('/x', seen, last)])
      last = counters.get('/x')!
      expect(changes).toEqual(time === times ? { '/x': 'gone' } : {})
    }
    expect(last).toEqual({ missing: times, notFound })
    expect(planOf([...many(10), source('/x', says('/x'), last)]).counters.get('/x')).toEqual({
      missing: 0,
      notFound: 0,
    })
  })

  it('takes away what the globs no longer let in, and keeps what it did not come to', () => {
    const away = source('/away', says('/away'), { isWanted: false })
    const unvisited = source('/far', { kind: 'unvisited' }, { missing: 2, notFound: 1 })
    const { changes, counters } = planOf([...many(10), away, unvisited])
    expect(changes).toEqual({ '/away': 'gone' })
    expect(counters.get('/far')).toEqual({ missing: 2, notFound: 1 })
  })

  it('follows a page that has moved, at once if it says the same', () => {
    const moved = source('/a', { kind: 'redirect', target: '/b' })
    expect(planOf([...many(10), moved, page('/b', says('/a'))]).changes).toEqual({ '/b': 'added', '/a': 'gone' })
    expect(planOf([...many(10), moved, page('/b', says('other'))]).changes).toEqual({ '/b': 'added' })
  })

  it('follows a whole website that has moved, so that nothing is lost', () => {
    const moved = many(10, (url) => ({ kind: 'redirect', target: `/new${url}` }))
    const there = moved.map(({ url }) => page(`/new${url}`, says(url)))
    const { changes, doubts } = planOf([...moved, ...there])
    expect(doubts).toEqual(['gone'])
    expect(Object.values(changes).sort()).toEqual([...Array(10).fill('added'), ...Array(10).fill('gone')])
    const rewritten = moved.map(({ url }) => page(`/new${url}`, says(`new ${url}`)))
    expect(planOf([...moved, ...rewritten])).toMatchObject({
      changes: Object.fromEntries(rewritten.map(({ url }) => [url, 'added'])),
      doubts: [],
    })
  })

  it('finds a page again that has moved without saying so', () => {
    const lost = many(10, () => ({ kind: 'not_found' }))
    const there = lost.map(({ url }) => page(`/new${url}`, says(url)))
    expect(planOf([...lost, ...there])).toMatchObject({
      changes: { '/p0': 'gone', '/new/p0': 'added' },
      doubts: ['gone'],
    })
    const unwanted = there.map((one) => ({ ...one, isWanted: false }))
    expect(planOf([...lost, ...unwanted])).toMatchObject({ changes: {}, doubts: ['missing'] })
  })

  it('keeps what leads to one page for all, as to a sign-in form', () => {
    const pages = [
      ...many(10, (url) => ({ kind: 'redirect', target: `/login?next=${url}` })),
      page('/login', says('in')),
    ]
    expect(planOf(pages)).toMatchObject({ changes: {}, doubts: ['missing', 'alike'] })
    const two = ['/a', '/b'].map((url) => source(url, { kind: 'redirect', target: '/login' }))
    expect(planOf([...many(20), ...two, page('/login', says('in'))])).toMatchObject({ doubts: ['alike'] })
  })

  it('asks when several new pages say the same, as those do that a website does not have', () => {
    const lies = ['/a', '/b'].map((url) => page(url, says('Sorry.')))
    expect(planOf([...many(10), ...lies])).toMatchObject({ changes: { '/a': 'added' }, doubts: ['alike'] })
    expect(planOf(lies).doubts).toEqual([]) // a website that is new is looked through in any case
    const known = ['/a', '/b'].map((url) => page(url, says('/p0')))
    expect(planOf([...many(10), ...known])).toMatchObject({ changes: {}, doubts: [] })
  })

  it('keeps what has grown alike, and asks', () => {
    expect(planOf(many(10, () => says('We will be back soon.')))).toMatchObject({
      changes: {},
      doubts: ['missing', 'alike'],
    })
    const two = [...many(20), source('/a', says('sorry')), source('/b', says('sorry')), page('/new', says('n'))]
    expect(planOf(two)).toMatchObject({ changes: { '/new': 'added' }, doubts: ['alike'] })
  })

  it('takes a page for moved only where what it said stays or is added', () => {
    const moved = source('/a', { kind: 'redirect', target: '/b' })
    const lost = source('/a', { kind: 'not_found' })
    for (const away of [moved, lost]) {
      for (const more of [{ isWanted: false }, { isDismissed: true }]) {
        const { changes, counters } = planOf([...many(10), away, page('/b', says('/a'), more)])
        expect([changes, counters.get('/a')]).toEqual([{}, { missing: 1, notFound: 1 }])
      }
      const half = Array.from({ length: 5 }, (_, index) => source(`/x${index}`, { kind: 'missing' }))
      // Nothing is added where so much is missing.
      expect(planOf([...many(10), ...half, away, page('/b', says('/a'))])).toMatchObject({ changes: {} })
      const there = page('/b', says('/a'), { learnt: '/a' })
      expect(planOf([...many(10), ...half, away, there]).changes).toEqual({ '/a': 'gone' })
    }
  })

  it('asks when more than a fifth is gone, changed or missing, and adds nothing to what is half missing', () => {
    const some = (count: number, seen: Seen) => [
      ...many(10 - count),
      ...Array.from({ length: count }, (_, index) =>
        source(`/x${index}`, seen.kind === 'page' ? says(`other ${index}`) : seen),
      ),
      page('/new', says('n')),
    ]
    expect(planOf(some(2, says('')))).toMatchObject({ doubts: [] })
    expect(planOf(some(3, says('')))).toMatchObject({ doubts: ['changed'], changes: { '/new': 'added' } })
    expect(planOf(some(2, { kind: 'missing' }))).toMatchObject({ doubts: [], changes: { '/new': 'added' } })
    expect(planOf(some(3, { kind: 'missing' }))).toMatchObject({ doubts: ['missing'], changes: {} })
    expect(planOf(some(3, { kind: 'gone' })).doubts).toEqual(['gone', 'missing'])
  })

  it('proposes nothing twice, and nothing for what is as it was', () => {
    const seen: fc.Arbitrary<Seen> = fc.oneof(
      fc.constantFrom('a', 'b', 'c', null).map(says),
      fc.constantFrom<Seen>({ kind: 'missing' }, { kind: 'not_found' }, { kind: 'gone' }, { kind: 'unvisited' }),
      fc.constantFrom('/0', '/1', '/2').map((target): Seen => ({ kind: 'redirect', target })),
    )
    const anyPage = fc.record({
      ...{ seen, learnt: fc.constantFrom('a', 'b', 'c', undefined), isDismissed: fc.boolean(), isWanted: fc.boolean() },
      ...{ missing: fc.nat(3), notFound: fc.nat(2) },
    })
    fc.assert(
      fc.property(fc.array(anyPage, { maxLength: 12 }), (given) => {
        const pages = given.map((one, index) => ({ ...one, url: `/${index}` }))
        const { changes, unchanged, counters } = comparePages(pages)
        const sources = pages.filter(({ learnt }) => learnt !== undefined)
        expect(new Set(changes.map(({ url }) => url)).size).toBe(changes.length)
        expect(unchanged + changes.filter(({ change }) => change !== 'added').length).toBe(sources.length)
        expect([...counters.keys()].sort()).toEqual(sources.map(({ url }) => url).sort())
        for (const { url, change } of changes) {
          const { learnt, seen } = pages.find((one) => one.url === url)!
          expect(learnt === undefined).toBe(change === 'added')
          if (change !== 'gone') expect(seen.kind === 'page' && seen.text !== learnt).toBe(true)
        }
      }),
    )
  })
})

describe('the pages that a plan is made of', () => {
  it('says of a page where it leads in the end', () => {
    const at = (path: string) => `https://shop.example${path}`
    const met = (path: string, target: string | null): Met => ({
      ...{ url: at(path), position: 0, state: target ? 'skipped' : 'found', reason: target ? 'duplicate' : null },
      ...{ fingerprint: null, status: null, target: target && at(target) },
    })
    const known = { says: 'x', fingerprint: 'f', source_id: 's', missing: 0, not_found: 0 }
    const seenAt = (path: string, ...all: Met[]) => {
      const url = at(path)
      const learnt = new Map([[url, { id: 's', version: 1, says: 'x' }]])
      const wanted = { include: [], exclude: [] }
      return sitePages(all, new Map([[url, { ...known, url }]]), learnt, wanted, () => false).find(
        (page) => page.url === url,
      )!.seen
    }
    expect(seenAt('/a', met('/a', '/b'), met('/b', '/c'), met('/c', null))).toEqual({
      kind: 'redirect',
      target: at('/c'),
    })
    expect(seenAt('/a', met('/a', '/b'), met('/b', '/a'))).toMatchObject({ kind: 'redirect' })
  })
})

describe('the next run of a site', () => {
  const at = (time: string) => Date.parse(time)
  const iso = (time: number | null) => time && new Date(time).toISOString()
  const daily = { schedule: 'daily' as const, hour: 3, weekday: 'monday' as const }

  it('is at the hour of each day, or of one weekday, on the clocks of the zone', () => {
    expect(nextRun({ ...daily, schedule: 'off' }, 'UTC', at('2026-11-23T02:00:00Z'))).toBeNull()
    expect(iso(nextRun(daily, 'UTC', at('2026-11-23T02:00:00Z')))).toBe('2026-11-23T03:00:00.000Z')
    expect(iso(nextRun(daily, 'UTC', at('2026-11-23T03:00:00Z')))).toBe('2026-11-24T03:00:00.000Z')
    expect(iso(nextRun(daily, 'America/New_York', at('2026-11-23T09:00:00Z')))).toBe('2026-11-24T08:00:00.000Z')
    const weekly = { ...daily, schedule: 'weekly' as const, weekday: 'sunday' as const }
    expect(iso(nextRun(weekly, 'Europe/Berlin', at('2026-11-23T09:00:00Z')))).toBe('2026-11-29T02:00:00.000Z')
  })

  it('keeps to the clock when that is put forward or back', () => {
    const run = { ...daily, hour: 2 }
    expect(iso(nextRun(run, 'Europe/Berlin', at('2026-10-24T12:00:00Z')))).toBe('2026-10-25T01:00:00.000Z')
    expect(iso(nextRun(run, 'Europe/Berlin', at('2026-03-28T12:00:00Z')))).toBe('2026-03-29T01:00:00.000Z')
    expect(iso(nextRun(run, 'Europe/Berlin', at('2026-03-29T01:00:00Z')))).toBe('2026-03-30T00:00:00.000Z')
    expect(iso(nextRun(run, 'America/New_York', at('2026-03-08T05:00:00Z')))).toBe('2026-03-08T07:00:00.000Z')
    expect(iso(nextRun(run, 'America/New_York', at('2026-03-08T07:00:00Z')))).toBe('2026-03-09T06:00:00.000Z')
  })

  it('comes within a week, always after now', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe')
    const time = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') })
    fc.assert(
      fc.property(zones, time, fc.nat(23), (zone, now, hour) => {
        const next = nextRun({ schedule: 'weekly', hour, weekday: 'friday' }, zone, now)!
        expect(next).toBeGreaterThan(now)
        expect(next - now).toBeLessThanOrEqual(7 * 86_400_000 + 7_200_000)
      }),
    )
  })
})

describe('what a website shows instead of a page', () => {
  it.each([
    ['404 Not Found', 'The page you asked for is gone.'],
    ['Oops', '# Page not found\n\nTry our search.'],
    ['Boot shop | Page could not be found', 'Sorry.'],
    ['Seite nicht gefunden – Stiefelladen', 'Leider gibt es diese Seite nicht.'],
    ['Página no encontrada', 'Vuelva al inicio.'],
    ['页面不存在', '返回首页'],
    ['الصفحة غير موجودة', 'عودة'],
    ['Boot shop', '# Oops! That page can’t be found.\n\nTry a search.'],
    ['Sorry', '# This page doesn’t exist'],
    ['Fehler 404 – Stiefelladen', 'Bitte prüfen Sie die Adresse.'],
    ['Stiefelladen', '# Die Seite existiert nicht'],
    ['Botas', '# La página que buscas no existe'],
    ['Erreur 404', 'Oups'],
    ['Just a moment...', '# boots.example\n\nChecking if the site connection is secure'],
    ['Access Denied', 'You have no permission to access this page. Reference #18.2f'],
    ['Log in', 'User name Password Forgot your password?'],
    ['Boot shop - Sign in', '# Welcome back'],
    ['Anmelden', 'E-Mail-Adresse Passwort'],
    ['Войти', 'Пароль'],
    ['Please log in to your account', 'E-mail Password'],
    ['Login required | Boot shop', 'Members only.'],
  ])('is told by «%s», %j', (title, content) =>
    expect(isStandIn({ title, content, asksForPassword: false })).toBe(true),
  )

  it.each([
    ['Log in to Boot shop', 'E-mail Password'],
    ['Sign in with your company account', 'Continue'],
    ['Intranet', 'Username Password'],
  ])('is told by «%s» where it asks for a password', (title, content) => {
    expect(isStandIn({ title, content, asksForPassword: true })).toBe(true)
    expect(isStandIn({ title, content, asksForPassword: false })).toBe(false)
  })

  it.each([
    ['Returns', 'Returns are accepted within 30 days. If a parcel is not found, write to us.'],
    ['Peugeot 404', 'A car of 1960.'],
    ['Access', 'Access to the hall is denied to dogs.'],
    ['Facing pages', 'Which page is not numbered? The first.'],
    ['Lost and found', 'What was found is kept for a year.'],
    ['Anmeldungen 2026', 'Die Kurse beginnen im Mai.'],
    ['Entrar em contato', 'Escreva para nós.'],
    ['Signing in', 'Your password is sent by mail.'],
    ['Log in', `How to log in. ${'First choose the account, then enter the code that we sent. '.repeat(12)}`],
    ['Log in with Google | Help', 'Choose Google below the form and allow access to your address.'],
    ['Login problems?', 'Reset your password, and look into your junk mail for the message.'],
  ])('is not %s', (title, content) => expect(isStandIn({ title, content, asksForPassword: false })).toBe(false))
})

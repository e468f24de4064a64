import { createHash } from 'node:crypto'
import { percentDecoded } from '../../text/percent-decoded.ts'
import type { PageFacts } from './document.ts'
import { canonicalUrl } from './links.ts'
import { type Attributes, scanHtml } from './scan-html.ts'
import { oneLine } from './text.ts'

/** Links beyond this number are ignored. */
const MAX_LINKS = 10_000
/** Limit of the length of all links: with a long `base`, they could be a hundred times as long as the page itself. */
const MAX_LINK_CHARACTERS = 2_000_000
/** A page of frames has no text of its own, so what it shows in them counts as what it links to. */
const LINKS = new Set(['a', 'area', 'frame'])
const MAX_TITLE_CHARACTERS = 300
/** A `refresh` after more seconds is no redirect: the page is meant to be read, and may only reload itself. */
const LONGEST_REFRESH_SECONDS = 10
/** A page with fewer characters of text than this may be drawn by scripts, so its text does not tell it from others. */
const LEAST_TEXT = 40
/** A page with less text than this is there for the pages within it. */
const TEXT_AROUND_FRAMES = 200
/** Matches how a script leads to another page at once. */
const SCRIPTED =
  /(?:^|[;{}\s(])(?:(?:window|document|self|top)\.)?location(?:\.href)?(?:\s*=\s*|\.(?:replace|assign)\(\s*)(["'])([^"'\n]+)\1/
const SCRIPT_CHARACTERS = 5_000 // of scripts that are looked at for where a page without text leads
/** Elements whose text nobody sees. Unlike a `template`, none of them holds other elements. */
const UNSEEN = new Set(['script', 'style', 'noscript'])

/**
 * Reads what a crawl needs of a page in one pass. Without a `url` (after redirects) or `base`, drops relative links.
 */
export function readPage(html: string, url: string | null): PageFacts {
  const links = new Set<string>()
  let linkCharacters = 0
  let base = url ?? undefined
  let baseSeen = false
  let title = ''
  let heading = ''
  let socialTitle = ''
  let canonical: string | null = null
  let refresh: string | null = null
  let noindex = false
  let nofollow = false
  let asksForPassword = false
  let subheading = ''
  let inside: 'title' | 'h1' | 'h2' | null = null
  let inSvg = 0
  let inNoscript = 0
  let unseen = 0
  let characters = 0
  let isFrameset = false
  let script = ''
  const framed: string[] = []
  const text = createHash('sha1')

  function addLink(address: string): void {
    const link = links.size < MAX_LINKS ? canonicalUrl(address, base) : null
    if (!link || links.has(link) || linkCharacters + link.length > MAX_LINK_CHARACTERS) return
    links.add(link)
    linkCharacters += link.length
  }

  function readMeta(attributes: Attributes): void {
    const name = (attributes.name ?? attributes.property ?? '').toLowerCase()
    if (attributes['http-equiv']?.toLowerCase() === 'refresh' && inNoscript === 0) {
      refresh ??= refreshTarget(attributes.content ?? '', base)
    } else if (name === 'robots') {
      const directives = (attributes.content ?? '').toLowerCase().split(/[\s,]+/)
      noindex ||= directives.includes('noindex') || directives.includes('none')
      nofollow ||= directives.includes('nofollow') || directives.includes('none')
    } else if (name === 'og:title') socialTitle ||= attributes.content ?? ''
  }

  scanHtml(html, {
    onOpen(name, attributes) {
      const { href = attributes['xlink:href'] } = attributes
      const address = name === 'frame' ? attributes.src : href
      const relations = (attributes.rel ?? '').toLowerCase().split(/\s+/)
      if (UNSEEN.has(name)) unseen++
      if (name === 'svg') inSvg++
      else if (name === 'noscript') inNoscript++
      else if (name === 'title' && !title && inSvg === 0) inside = 'title'
      else if (name === 'h1' && !heading) inside = 'h1'
      else if (name === 'h2' && !subheading) inside = 'h2'
      else if (name === 'meta') readMeta(attributes)
      else if (name === 'frameset') isFrameset = true
      else if (name === 'iframe' && attributes.src) framed.push(attributes.src)
      else if (name === 'input') asksForPassword ||= attributes.type?.toLowerCase() === 'password'
      else if (name === 'base' && href !== undefined && !baseSeen) {
        baseSeen = true
        base = URL.parse(href, base)?.href ?? base
      } else if (name === 'link' && href !== undefined && relations.includes('canonical')) {
        canonical ??= canonicalUrl(href, base)
      } else if (name === 'link' && href !== undefined && relations.includes('next')) {
        addLink(href)
      } else if (LINKS.has(name) && address !== undefined && !relations.includes('nofollow')) addLink(address)
    },
    onClose(name) {
      if (UNSEEN.has(name)) unseen--
      if (name === 'svg') inSvg--
      if (name === 'noscript') inNoscript--
      if (name === inside) inside = null
    },
    onText(part) {
      if (inside === 'title') title += part
      else if (inside === 'h1') heading += part
      else if (inside === 'h2') subheading += part
      if (unseen > 0 && script.length < SCRIPT_CHARACTERS) script += part
      if (unseen > 0) return
      const seen = part.replace(/\s+/g, '')
      characters += seen.length
      text.update(seen)
    },
  })

  if (characters < TEXT_AROUND_FRAMES) framed.forEach(addLink)
  if (characters < LEAST_TEXT) refresh ??= canonicalUrl(SCRIPTED.exec(script)?.[2] ?? '', base)
  const named = [title, socialTitle, heading, subheading].map(oneLine).find((text) => text !== '')
  return {
    title: (named ?? nameFromUrl(url)).slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
    links: nofollow ? [] : [...links],
    canonical,
    refresh: refresh === url ? null : refresh,
    noindex,
    nofollow,
    asksForPassword,
    isFrameset,
    textFingerprint: characters < LEAST_TEXT ? null : text.update(pathsOf(links)).digest('base64url'),
  }
}

/** Matches a part of a path that may be the number of a session: long, with figures. */
const LONG_PART = /(?<=\/)(?=[^/]*\d)[^/]{16,}(?=\/|$)/g

/** Where links lead, without what an address may carry of the visit itself, such as the number of a session. */
const pathsOf = (links: ReadonlySet<string>): string =>
  [...new Set([...links].map((link) => link.replace(/[;?].*$/s, '').replace(LONG_PART, '')))].sort().join('\n')

/**
 * The address in a `<meta http-equiv="refresh">` or a header of that name, such as `0; url=/other`, read as leniently as
 * browsers do. Null if `canonicalUrl` refuses it, or if it is opened only after `LONGEST_REFRESH_SECONDS`.
 */
export function refreshTarget(content: string, base: string | undefined): string | null {
  const [, seconds, rest = ''] = /^\s*(\d*)[\d.]*[\s;,]+(.*)$/s.exec(content) ?? []
  const address = rest.replace(/^url\s*=\s*/i, '').replace(/^["']|["'].*$/gs, '')
  return address === '' || Number(seconds) > LONGEST_REFRESH_SECONDS ? null : canonicalUrl(address, base)
}

/**
 * A title made from an address: its path from the last part that has a letter (`/help/orders/2` becomes "Orders 2"),
 * all of its path if no part has one, or the host if the path says nothing. Empty without a valid address.
 */
function nameFromUrl(url: string | null): string {
  const address = url === null ? null : URL.parse(url)
  if (!address) return ''
  const { hostname, pathname } = address
  const parts = pathname
    .split('/')
    .map(wordsOf)
    .filter((words) => words !== '' && !/^(index|default)$/i.test(words))
  const start = parts.findLastIndex((words) => /\p{L}/u.test(words))
  const name = parts.slice(Math.max(start, 0)).join(' ')
  return name === '' ? hostname : name[0]!.toUpperCase() + name.slice(1)
}

function wordsOf(segment: string): string {
  const written = segment.replace(/\.[a-z][a-z0-9]{1,4}$/i, '').replace(/[-_+.]+|%20/g, ' ')
  return oneLine(percentDecoded(written))
}

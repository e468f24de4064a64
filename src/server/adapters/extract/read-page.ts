import type { PageFacts } from './document.ts'
import { canonicalUrl } from './links.ts'
import { type Attributes, scanHtml } from './scan-html.ts'
import { oneLine } from './text.ts'

/** A page with more links than this is a trap or an index of no use. */
const MAX_LINKS = 10_000
const MAX_TITLE_CHARACTERS = 300

/**
 * Reads a page's title, links and robots directives in one pass, without building a tree.
 * `url` is where the page was found after redirects; without it only absolute links are kept.
 */
export function readPage(html: string, url: string | null): PageFacts {
  const links = new Set<string>()
  let base = url ?? undefined
  let baseSeen = false
  let title = ''
  let heading = ''
  let socialTitle = ''
  let canonical: string | null = null
  let noindex = false
  let nofollow = false
  let inside: 'title' | 'h1' | null = null
  let inSvg = 0

  function readMeta(attributes: Attributes): void {
    const name = (attributes.name ?? attributes.property ?? '').toLowerCase()
    if (name === 'robots') {
      const directives = (attributes.content ?? '').toLowerCase().split(/[\s,]+/)
      noindex ||= directives.includes('noindex') || directives.includes('none')
      nofollow ||= directives.includes('nofollow') || directives.includes('none')
    } else if (name === 'og:title') socialTitle ||= attributes.content ?? ''
  }

  scanHtml(html, {
    onOpen(name, attributes) {
      const { href } = attributes
      const relations = (attributes.rel ?? '').toLowerCase().split(/\s+/)
      if (name === 'svg') inSvg++
      else if (name === 'title' && !title && inSvg === 0) inside = 'title'
      else if (name === 'h1' && !heading) inside = 'h1'
      else if (name === 'meta') readMeta(attributes)
      else if (name === 'base' && href !== undefined && !baseSeen) {
        baseSeen = true
        base = URL.canParse(href, base) ? new URL(href, base).href : base
      } else if (name === 'link' && href !== undefined && relations.includes('canonical')) {
        canonical ??= canonicalUrl(href, base)
      } else if ((name === 'a' || name === 'area') && href !== undefined && !relations.includes('nofollow')) {
        const link = links.size < MAX_LINKS ? canonicalUrl(href, base) : null
        if (link) links.add(link)
      }
    },
    onClose(name) {
      if (name === 'svg') inSvg--
      if (name === inside) inside = null
    },
    onText(text) {
      if (inside === 'title') title += text
      else if (inside === 'h1') heading += text
    },
  })

  const named = [title, socialTitle, heading].map(oneLine).find((text) => text !== '')
  return {
    title: (named ?? nameFromUrl(url)).slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
    links: nofollow ? [] : [...links],
    canonical,
    noindex,
    nofollow,
  }
}

function nameFromUrl(url: string | null): string {
  if (url === null || !URL.canParse(url)) return ''
  const { hostname, pathname } = new URL(url)
  return hostname + (pathname === '/' ? '' : pathname)
}

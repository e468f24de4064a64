import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { decodeHtml } from './charset.ts'
import { cleanHtml } from './clean-html.ts'
import type { ExtractedDocument } from './document.ts'
import { ExtractError } from './errors.ts'
import { toMarkdown } from './markdown.ts'
import { readPage } from './read-page.ts'
import { hasWords } from './text.ts'

/** Less than this share of the text, and what was cut away was the page itself. */
const ENOUGH = 0.25
/** Readability is made for articles; where it keeps less than this of a page its judgement is not asked for. */
const TRUSTED = 0.4
/** A main element smaller than both is an empty shell: the text stands elsewhere. */
const SMALL_MAIN = { share: 0.3, characters: 500 }
const MARK = 'data-links'

/**
 * The readable text of a page as Markdown, with the facts that crawlers need. Keeps too much rather than too little: a
 * fact that is not extracted can't be answered. Throws ExtractError `empty` when there are no words.
 */
export function extractHtmlDocument(
  html: string | Uint8Array,
  source: { url: string | null; contentType: string | null },
): ExtractedDocument {
  const text = typeof html === 'string' ? html : decodeHtml(html, source.contentType)
  const page = readPage(text, source.url)
  const markdown = htmlToMarkdown(text, source.url)
  if (!hasWords(markdown)) {
    throw new ExtractError(
      'empty',
      'This page has no readable text. It may be drawn by scripts or made of pictures only.',
    )
  }
  return { ...page, url: source.url, markdown }
}

/** Markdown of any HTML: a page, or what another format was turned into. */
export function htmlToMarkdown(html: string, url: string | null): string {
  const body = parseBody(cleanHtml(html, { keepBoilerplate: false }))
  const markdown = toMarkdown(contentOf(body, url), url)
  const all = parseBody(cleanHtml(html, { keepBoilerplate: true }))
  const enough = markdown.length >= 1_000 || markdown.length >= ENOUGH * (all.textContent ?? '').trim().length
  return enough && hasWords(markdown) ? markdown : toMarkdown(all, url)
}

function parseBody(clean: string): HTMLElement {
  return parseHTML(`<!doctype html><html><head></head><body>${clean}</body></html>`).document.body
}

function contentOf(body: HTMLElement, url: string | null): HTMLElement {
  const mains = body.querySelectorAll('main, [role=main]')
  const articles = body.querySelectorAll('article')
  const main = mains.length === 1 ? mains[0] : articles.length === 1 ? articles[0] : undefined
  const size = main?.textContent?.trim().length ?? 0
  const whole = body.textContent?.trim().length ?? 0
  if (main && (size >= SMALL_MAIN.characters || size >= SMALL_MAIN.share * whole)) return main as HTMLElement
  return withoutLinkLists(body, whole, url)
}

/**
 * Pages that don't say what their main part is: lists of links go if Readability would not keep them either. Everything
 * else stays, since Readability throws away answers, definitions and tables that look too short to be an article.
 */
function withoutLinkLists(body: HTMLElement, whole: number, url: string | null): HTMLElement {
  const lists = Array.from(body.querySelectorAll('ul, ol, table, div, p, section')).filter((list) =>
    isMostlyLinks(list, url),
  )
  if (lists.length === 0) return body
  lists.forEach((list, index) => {
    list.setAttribute(MARK, String(index))
  })
  const copy = parseBody(body.innerHTML).ownerDocument
  const kept = new Readability<Node>(copy, { serializer: (node) => node, charThreshold: 0 }).parse()?.content
  const keptLength = kept?.textContent?.trim().length ?? 0
  if (!kept || keptLength < TRUSTED * whole) return body
  const voted = new Set(
    Array.from((kept as HTMLElement).querySelectorAll(`[${MARK}]`), (element) => element.getAttribute(MARK)),
  )
  for (const list of lists) if (!voted.has(list.getAttribute(MARK))) list.remove()
  return body
}

/** Only ways to the same site count: a list of addresses elsewhere is something the page says. */
function isMostlyLinks(element: Element, url: string | null): boolean {
  const links = Array.from(element.querySelectorAll('a')).filter((link) => staysOnSite(link.getAttribute('href'), url))
  if (links.length < 3) return false
  const linked = links.reduce((sum, link) => sum + (link.textContent?.length ?? 0), 0)
  return linked > 0.6 * (element.textContent?.replace(/\s+/g, ' ').length ?? 0)
}

function staysOnSite(href: string | null, url: string | null): boolean {
  if (href === null || !/^(https?:)?\/\//i.test(href)) return true
  return url !== null && URL.canParse(href, url) && new URL(href, url).host === new URL(url).host
}

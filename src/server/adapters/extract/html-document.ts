import { Readability } from '@mozilla/readability'
import { isContact } from './boilerplate.ts'
import { decodeHtml } from './charset.ts'
import { cleanHtml } from './clean-html.ts'
import type { ExtractedDocument, PageText } from './document.ts'
import { ExtractError } from './errors.ts'
import { parseBody } from './html-body.ts'
import { toMarkdown } from './markdown.ts'
import { readPage } from './read-page.ts'
import { siteFacts } from './site-facts.ts'
import type { PageSource } from './tasks.ts'
import { hasWords } from './text.ts'
import { assertTextWithin } from './text-limit.ts'

/** If less than this share of the text outside `nav` is kept, what was removed was the page: the whole page is used. */
const ENOUGH = 0.25
/** A cleaned text of at least this many characters is used whatever its share, if it has words. */
const LONG = 1_000
/** Readability is made for articles. If it keeps less than this share of a page's text, its result is ignored. */
const TRUSTED = 0.4
/** A main part (`main` or `article`) below both limits is an empty shell, and the text is elsewhere in the page. */
const SMALL_MAIN = { share: 0.3, characters: 500 }
const MARK = 'data-links'
/** It is of the highest level, so that hours in a footer don't count as those of what the page is about. */
const FACTS_HEADING = '# Contact'

/**
 * Turns a page into Markdown with the facts that a crawler needs. Keeps text when in doubt, as an agent may need it.
 * @throws ExtractError `empty` when the page has no words, `too_large` when its text is too long
 */
export function extractHtmlDocument(html: string | Uint8Array, source: PageSource): ExtractedDocument {
  const page = readPageText(html, source)
  if (page.markdown === '') {
    throw new ExtractError(
      'empty',
      /<frameset/i.test(typeof html === 'string' ? html : new TextDecoder('latin1').decode(html))
        ? 'This page only shows other pages in frames. Add those instead.'
        : 'This page has no readable text. It may be drawn by scripts or made of pictures only.',
    )
  }
  return page
}

/**
 * Reads a page's text together with the facts that the crawler needs. The text is empty if the page has no words.
 * @throws ExtractError `too_large`
 */
export function readPageText(html: string | Uint8Array, { url, contentType, keepsFacts }: PageSource): PageText {
  const text = decodeHtml(html, contentType)
  const markdown = htmlToMarkdown(text, url)
  assertTextWithin(markdown.length)
  if (!hasWords(markdown)) return { ...readPage(text, url), markdown: '' }
  const facts = keepsFacts ? siteFacts(text, markdown) : null
  return { ...readPage(text, url), markdown: facts ? `${markdown}\n\n${FACTS_HEADING}\n\n${facts}` : markdown }
}

/** Turns any HTML into Markdown: a page, or the HTML another format was converted to. */
export function htmlToMarkdown(html: string, url: string | null): string {
  const body = withoutLinkBars(parseBody(cleanHtml(html, { keepBoilerplate: false })))
  const markdown = toMarkdown(contentOf(body, url), url)
  if (markdown.length >= LONG && hasWords(markdown)) return markdown
  const all = parseBody(cleanHtml(html, { keepBoilerplate: true }))
  const enough = markdown.length >= ENOUGH * (lengthOf(all) - lengthOfMenus(all))
  return enough && hasWords(markdown) ? markdown : toMarkdown(all, url)
}

const lengthOf = (node: Node | undefined): number => node?.textContent?.trim().length ?? 0

/** The length of the text in `nav` elements, which doesn't count when it is judged how much of a page was kept. */
function lengthOfMenus(body: HTMLElement): number {
  const menus = Array.from(body.querySelectorAll('nav')).filter((menu) => !menu.parentElement?.closest('nav'))
  return menus.reduce((sum, menu) => sum + lengthOf(menu), 0)
}

function contentOf(body: HTMLElement, url: string | null): HTMLElement {
  const mains = body.querySelectorAll('main, [role=main]')
  const articles = body.querySelectorAll('article')
  const main = mains.length === 1 ? mains[0] : articles.length === 1 ? articles[0] : undefined
  const size = lengthOf(main)
  const whole = lengthOf(body)
  if (main && (size >= SMALL_MAIN.characters || size >= SMALL_MAIN.share * whole)) return main as HTMLElement
  return withoutLinkLists(body, whole, url)
}

/**
 * Removes the lists of links that Readability removes. Everything else stays, since Readability drops answers,
 * definitions and tables that look too short for an article.
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
  if (!kept || lengthOf(kept) < TRUSTED * whole) return body
  const voted = new Set(
    Array.from((kept as HTMLElement).querySelectorAll(`[${MARK}]`), (element) => element.getAttribute(MARK)),
  )
  for (const list of lists) if (!voted.has(list.getAttribute(MARK))) list.remove()
  return body
}

const OF_LINK_BAR = new Set(['A', 'SPAN', 'B', 'STRONG', 'SMALL', 'IMG'])
const BETWEEN_LINKS = /^[\s|>»›·•/]*[|>»›·•][\s|>»›·•/]*$/

/** Removes lines of links with signs between them: menus and paths such as `Home > Help > Orders`. */
function withoutLinkBars(body: HTMLElement): HTMLElement {
  for (const element of Array.from(body.querySelectorAll('p, div, center'))) if (isLinkBar(element)) element.remove()
  return body
}

function isLinkBar(element: Element): boolean {
  const parts = Array.from(element.children)
  const links = parts.filter(({ nodeName }) => nodeName === 'A')
  if (links.length < 3 || links.some((link) => isContact(link.getAttribute('href')))) return false
  if (!parts.every(({ nodeName }) => OF_LINK_BAR.has(nodeName))) return false
  const between = Array.from(element.childNodes, (node) => (node.nodeName === 'A' ? '' : (node.textContent ?? '')))
  return BETWEEN_LINKS.test(between.join(''))
}

/** Whether most of an element's text is three or more links within the site; a list of others is content. */
function isMostlyLinks(element: Element, url: string | null): boolean {
  const links = Array.from(element.querySelectorAll('a')).filter((link) => staysOnSite(link.getAttribute('href'), url))
  if (links.length < 3) return false
  const linked = links.reduce((sum, link) => sum + (link.textContent?.length ?? 0), 0)
  return linked > 0.6 * (element.textContent?.replace(/\s+/g, ' ').length ?? 0)
}

function staysOnSite(href: string | null, url: string | null): boolean {
  if (isContact(href)) return false
  if (href === null || !/^(https?:)?\/\//i.test(href)) return true
  return url !== null && URL.canParse(href, url) && new URL(href, url).host === new URL(url).host
}

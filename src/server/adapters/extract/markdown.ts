import { createRequire } from 'node:module'
import type TurndownService from 'turndown'
import { addTableRules } from './markdown-tables.ts'
import { isPrice } from './prices.ts'
import { hasWords, oneLine, tidyMarkdown } from './text.ts'

/** Turndown's build for browsers: the other also loads an HTML parser, which slows each thread's start by a quarter. */
const Turndown: typeof TurndownService = createRequire(import.meta.url)('turndown/lib/turndown.browser.cjs.js')

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const SUBSCRIPT = '₀₁₂₃₄₅₆₇₈₉'
/** Shorter alternative texts mostly name a logo and are dropped, unless one is all of a table cell, as "Yes". */
const MIN_ALT_CHARACTERS = 12
/** Matches the class of a box, such as a note, whose heading becomes bold so as not to end the section. */
const BOX = /\b(note|tip|warning|caution|important|admonition|callout|alert|info|hint)\b/i
/** What a footnote is marked with, and what leads back from it. */
const NOTE_MARK = /^\[?(?:\d{1,3}|[*†‡])\]?$/
const BACK_FROM_NOTE = /^[↩↑^]\ufe0e?$/
/** What follows the raised minutes of a time of day, as in 9 with a raised 30. */
const AFTER_MINUTES = /^\s?(?:[-–—]|uhr|h\b|bis\b|to\b|[ap]\.?m)/i
const STARTS_BLOCK = /^(```|[-|#>]|\d+\. )/

/**
 * Turns an element into Markdown that reads well as plain text: hardly anything escaped, links within the site as text.
 */
export function toMarkdown(root: HTMLElement, pageUrl: string | null): string {
  const service = new Turndown({ headingStyle: 'atx', hr: '', br: '', codeBlockStyle: 'fenced' })
  service.escape = (text) => text
  addInlineRules(service, pageUrl)
  addBlockRules(service)
  addTableRules(service)
  return tidyMarkdown(service.turndown(root))
}

function addInlineRules(service: TurndownService, pageUrl: string | null): void {
  const wordless = new WeakMap<Element, boolean>() // of each cell whether it has no text, as a cell can have many images
  function isAloneInCell(image: HTMLElement): boolean {
    const cell = image.closest('td, th')
    if (!cell) return false
    const known = wordless.get(cell) ?? oneLine(cell.textContent ?? '') === ''
    wordless.set(cell, known)
    return known
  }
  service.addRule('link', {
    filter: 'a',
    replacement: (content, node) =>
      isNoteMark(node as HTMLElement) ? '' : linkText(content, (node as HTMLElement).getAttribute('href'), pageUrl),
  })
  service.addRule('inline code', {
    filter: (node) => node.nodeName === 'CODE' && node.closest('pre') === null,
    replacement(_content, node) {
      const text = oneLine(node.textContent ?? '')
      const ticks = text.includes('`') ? '``' : '`'
      return text === '' ? '' : `${ticks}${text}${ticks}`
    },
  })
  service.addRule('emphasis', { filter: ['em', 'i'], replacement: (content) => content })
  // Bold type inside a word is dropped, because its asterisks would look like part of the word.
  service.addRule('bold', {
    filter: ['strong', 'b'],
    replacement(content, node) {
      const isWithinWord =
        /[\p{L}\p{N}_*~]$/u.test(node.previousSibling?.textContent ?? '') ||
        /^[\p{L}\p{N}_*~%°]/u.test(node.nextSibling?.textContent ?? '')
      const isBoldAlready = (node.parentNode as HTMLElement | null)?.closest('strong, b')
      return content.trim() === '' || isWithinWord || isBoldAlready ? content : `**${content}**`
    },
  })
  service.addRule('struck', {
    filter: (node) => ['DEL', 'S', 'STRIKE'].includes(node.nodeName),
    replacement: (content) => `~~${content}~~`,
  })
  service.addRule('image', {
    filter: 'img',
    replacement(_content, node) {
      const text = oneLine((node as HTMLElement).getAttribute('alt') ?? '')
      return (text.length >= MIN_ALT_CHARACTERS || isAloneInCell(node as HTMLElement)) && hasWords(text) ? text : ''
    },
  })
  // Digits become superscripts or subscripts, since 10<sup>6</sup> is not 106. A linked number is taken for a footnote
  // mark and dropped. Raised cents and minutes follow a point and a colon.
  service.addRule('raised', {
    filter: ['sup', 'sub'],
    replacement(content, node) {
      const text = node.textContent ?? ''
      if (/^\[?\d{1,3}\]?$/.test(text) && (node as HTMLElement).querySelector('a')) return ''
      if (node.nodeName === 'SUP' && /^\d\d$/.test(text)) {
        const [before, after] = [textBefore(node), node.nextSibling?.textContent ?? '']
        if (isPrice(before, after)) return `.${text}`
        if (/(?:^|\D)(?:1?\d|2[0-4])$/.test(before) && (text === '00' || AFTER_MINUTES.test(after))) return `:${text}`
      }
      const digits = node.nodeName === 'SUP' ? SUPERSCRIPT : SUBSCRIPT
      return content.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit)
    },
  })
}

/** The text of what stands before a node in the same element. */
function textBefore(node: Node): string {
  let text = ''
  for (let sibling = node.previousSibling; sibling && text.length < 20; sibling = sibling.previousSibling)
    text = (sibling.textContent ?? '') + text
  return text
}

/** Whether a link is a footnote's mark, and not the number of a page: it is raised, or says that it is one. */
function isNoteMark(link: HTMLElement): boolean {
  const text = oneLine(link.textContent ?? '')
  if (!link.getAttribute('href')?.startsWith('#')) return false
  if (BACK_FROM_NOTE.test(text)) return true
  const says = `${link.getAttribute('role') ?? ''} ${link.className}`
  return NOTE_MARK.test(text) && (link.querySelector('sup') !== null || /noteref|footnote/i.test(says))
}

function addBlockRules(service: TurndownService): void {
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement(content, node) {
      const text = label(content)
      const isBox = BOX.test((node.parentNode as HTMLElement | null)?.className ?? '')
      if (text === '' || isBox) return `\n\n${named(content)}\n\n`
      return `\n\n${'#'.repeat(Number(node.nodeName[1]))} ${text}\n\n`
    },
  })
  const numbers = new WeakMap<Node, number>() // the next number of each list
  service.addRule('item', {
    filter: 'li',
    replacement(content, node) {
      const list = node.parentNode as HTMLElement | null
      const isOrdered = list?.nodeName === 'OL'
      const number = integerIn(node as HTMLElement, 'value') ?? (list && (numbers.get(list) ?? firstNumber(list))) ?? 1
      if (list) numbers.set(list, number + (list.hasAttribute('reversed') ? -1 : 1))
      const bullet = isOrdered ? numbered(number, list.getAttribute('type')) : '- '
      const indent = ' '.repeat(bullet.startsWith('-') ? 2 : bullet.length)
      return `${bullet}${content.trim().replace(/\n/g, `\n${indent}`)}\n`
    },
  })
  service.addRule('code', {
    filter: 'pre',
    replacement(_content, node) {
      const text = (node.textContent ?? '')
        .replace(/^\n/, '')
        .trimEnd()
        .replace(/\n{4,}/g, '\n\n\n')
      const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/^`+/gm), ([ticks]) => ticks.length + 1)))
      const classes = [node, node.firstChild].map((part) => (part as HTMLElement | null)?.className ?? '').join(' ')
      const language = /(?:language-|lang-|highlight-source-)(\w+)/.exec(classes)?.[1] ?? ''
      return `\n\n${fence}${language}\n${text}\n${fence}\n\n`
    },
  })
  // A term and its definition stay in one paragraph: "**port (integer)**: The TCP port…".
  service.addRule('term', {
    filter: 'dt',
    replacement: (content) => `\n\n${named(content)}`,
  })
  service.addRule('definition', {
    filter: 'dd',
    replacement(content, node) {
      const text = content.trim()
      const follows = (node as HTMLElement).previousElementSibling?.nodeName === 'DT'
      return follows && !STARTS_BLOCK.test(text) ? ` ${text}\n\n` : `\n\n${text}\n\n`
    },
  })
  service.addRule('summary', {
    filter: 'summary',
    replacement: (content) =>
      content.trim().startsWith('#') ? `\n\n${content.trim()}\n\n` : `\n\n${named(content)}\n\n`,
  })
}

function integerIn(element: HTMLElement, attribute: string): number | undefined {
  const value = element.getAttribute(attribute)?.trim()
  return value && /^-?\d{1,9}$/.test(value) ? Number(value) : undefined
}

const firstNumber = (list: HTMLElement): number =>
  integerIn(list, 'start') ??
  (list.hasAttribute('reversed') ? Array.from(list.children).filter(({ nodeName }) => nodeName === 'LI').length : 1)

/** What stands before a list's item. Letters and Roman numerals are no lists of Markdown, so they follow its bullet. */
function numbered(number: number, type: string | null): string {
  if (number < 1 || !/^[ai]$/i.test(type ?? '')) return `${number}. `
  const mark = type?.toLowerCase() === 'a' ? lettersOf(number) : romanOf(number)
  return `- ${type === type?.toLowerCase() ? mark : mark.toUpperCase()}. `
}

const lettersOf = (number: number): string =>
  number < 1 ? '' : lettersOf(Math.floor((number - 1) / 26)) + String.fromCharCode(97 + ((number - 1) % 26))

const ROMAN = Object.entries({
  ...{ m: 1000, cm: 900, d: 500, cd: 400, c: 100, xc: 90 },
  ...{ l: 50, xl: 40, x: 10, ix: 9, v: 5, iv: 4, i: 1 },
})

function romanOf(number: number): string {
  if (number > 3_999) return String(number)
  const [sign, worth] = ROMAN.find(([, least]) => least <= number) ?? ['', 0]
  return worth === 0 ? '' : sign + romanOf(number - worth)
}

const label = (content: string): string =>
  oneLine(content.replace(/\*\*/g, '').replace(/^\s*#+ /gm, '')).replace(/(?:\s*[¶§🔗]|\s+#)$/u, '') // no `#` of "C#"

function named(content: string): string {
  const text = label(content)
  return text === '' ? '' : `**${text}**${/[:?!.]$/.test(text) ? '' : ':'}`
}

function linkText(content: string, href: string | null, pageUrl: string | null): string {
  const text = content.trim()
  if (/^[¶§#🔗]$/u.test(text)) return ''
  if (text === '' || !href || text.includes('\n')) return content
  const address = /^(?:mailto|tel):([^?]+)/i.exec(href)?.[1]
  if (address) return text.includes(address) || /\d{3}/.test(text) ? content : `${text} (${address})`
  const base = pageUrl ?? undefined
  const target = URL.parse(href, base)
  if (!target) return content
  const isElsewhere = /^https?:$/.test(target.protocol) && target.host !== (base ? new URL(base).host : '')
  if (!isElsewhere || text.startsWith('http')) return content
  return `[${text}](${target.href})`
}

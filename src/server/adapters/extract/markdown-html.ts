import { isHidden } from './boilerplate.ts'
import { cleanHtml } from './clean-html.ts'
import { parseBody } from './html-body.ts'
import { escapeText } from './html-text.ts'
import { toMarkdown } from './markdown.ts'
import { asPlainMarkdown, definitionsIn } from './markdown-dialects.ts'
import { cellText } from './markdown-tables.ts'
import { AT_LINE_START, type Tag, tagsOf } from './markdown-tags.ts'
import { type Attributes, scanHtml } from './scan-html.ts'
import { firstFrom, type Ranges, rewrite } from './text-ranges.ts'

const BLOCK = new Set(
  (
    'address article aside blockquote center details dialog div dl dt dd fieldset figure figcaption footer form h1 h2 h3 ' +
    'h4 h5 h6 header hr li main nav ol p pre section summary table thead tbody tfoot tr td th ul'
  ).split(' '),
)
/** Elements that are read whole, even if parts of them would be Markdown because of empty lines. */
const WHOLE = new Set('table pre script style svg template video iframe object select noscript'.split(' '))
/** Matches the beginnings of what is Markdown within HTML, or was meant to be. */
const MARKDOWN = /\n(?=[ \t]*(?:\n|(?:[-*+]|\d{1,9}[.)]|#{1,6}|>)[ \t]|\||```|~~~))/g
/** Of a line before a tag, only so much is looked at to tell whether anything stands there. */
const LONGEST_PREFIX = 100
const STRING_ATTRIBUTE = /([\w-]+)\s*=\s*\{?(?:"([^"]*)"|'([^']*)')\}?/g
/** The attributes of a component that it shows as its title, and those it shows below that. */
const TITLES = ['title', 'label', 'header', 'heading', 'question', 'summary']
const TEXTS = ['description', 'answer', 'text']
/** Matches an ampersand that begins no character reference. */
const LONE_AMPERSAND = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});)/gi
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i

/**
 * Writes the HTML in Markdown, and the marks of its dialects, as readers see them. Placeholders such as `<your-name>`, and
 * all of `code`, stay.
 */
export function withoutTags(text: string, code: Ranges): string {
  const tags = tagsOf(text, code)
  const codeEnds = code.map(([, end]) => end)
  const tagStarts = tags.map(({ start }) => start)
  // What is read as Markdown: besides lines of it, all within components, which only their own site knows.
  const markdown = [
    ...Array.from(text.matchAll(MARKDOWN), ({ index }) => index),
    ...tags.filter(isComponent).map(({ start }) => start),
  ].sort((one, other) => one - other)
  const definitions = definitionsIn(text)
  const asSeen = (start: number, end: number) =>
    rewrite(text, [start, end], {
      ranges: code,
      ends: codeEnds,
      within: (part) => part,
      between: (part) => decode(asPlainMarkdown(part, definitions)),
    })
  const asHtml = (start: number, end: number) =>
    rewrite(text, [start, end], {
      ranges: code,
      ends: codeEnds,
      within: escapeText,
      between: (part) => part.replace(LONE_AMPERSAND, '&amp;').replaceAll('<', '&lt;'),
    })

  /** Whether an element is read as HTML, rather than only its tags left out and its content read as Markdown. */
  function isHtml(tag: Tag): boolean {
    if (isComponent(tag) || !tag.ending) return false
    if (WHOLE.has(tag.lower) || isHidden(attributesOf(text.slice(tag.start, tag.end)))) return true
    return (markdown[firstFrom(markdown, tag.end)] ?? Number.POSITIVE_INFINITY) >= tag.ending.start
  }

  function htmlOf({ start, ending }: Tag): string {
    const end = ending?.end ?? start
    const parts: string[] = []
    let at = start
    for (let index = firstFrom(tagStarts, start); index < tags.length && tags[index]!.start < end; index++) {
      const tag = tags[index]!
      parts.push(asHtml(at, tag.start), text.slice(tag.start, tag.end))
      at = tag.end
    }
    return parts.join('')
  }

  const output: string[] = []
  let at = 0
  let lineStart = 0
  for (const tag of tags) {
    const newline = text.slice(lineStart, tag.start).lastIndexOf('\n')
    lineStart += newline + 1
    if (tag.start < at) continue
    output.push(asSeen(at, tag.start))
    const line = text.slice(lineStart, Math.min(tag.start, lineStart + LONGEST_PREFIX))
    const inRow = /^[ \t>]*\|/.test(line)
    at = tag.end
    if (tag.ending && isHtml(tag)) {
      const html = htmlOf(tag)
      const written = toMarkdown(parseBody(cleanHtml(html, { keepBoilerplate: true })), null)
      output.push(inRow ? cellText(written) : place(written, tag, html, line))
      at = tag.ending.end
    } else output.push(inRow ? replacementOf(tag).replace(/\n+/g, ' ') : replacementOf(tag))
  }
  output.push(asSeen(at, text.length))
  return output.join('')
}

const isComponent = ({ name }: Tag) => /^[A-Z]/.test(name) || name.includes('.')

function attributesOf(html: string): Attributes {
  let found: Attributes = {}
  scanHtml(html, {
    onOpen(_name, attributes) {
      found = attributes
    },
  })
  return found
}

function decode(text: string): string {
  if (!REFERENCE.test(text)) return text
  let decoded = ''
  scanHtml(text.replace(LONE_AMPERSAND, '&amp;').replaceAll('<', '&lt;'), {
    onText(part) {
      decoded += part.replaceAll('\u00a0', ' ')
    },
  })
  return decoded
}

/** Puts the Markdown of an element where the element stood: in its line, or as a block that is indented like it. */
function place(written: string, tag: Tag, html: string, line: string): string {
  if (!BLOCK.has(tag.lower) && !written.includes('\n\n')) {
    if (written === '') return ''
    return `${/^<[^>]*>\s/.test(html) ? ' ' : ''}${written}${/\s<\/[^<>]*>$/.test(html) ? ' ' : ''}`
  }
  if (!AT_LINE_START.test(line)) return `\n\n${written}\n\n`
  return `${written.replace(/\n(?=.)/g, `\n${line.replace(/[^\s>]/g, ' ')}`)}\n\n`
}

/** What is written in place of a tag whose content is read as Markdown. */
function replacementOf(tag: Tag): string {
  const strings = Array.from(tag.attributes.matchAll(STRING_ATTRIBUTE), ([, name = '', double, single]) => {
    return [name, double ?? single ?? ''] as const
  })
  const attributes = new Map(strings)
  if (tag.lower === 'br') return '\n'
  if (tag.lower === 'img') return (attributes.get('alt') ?? '').length >= 12 ? attributes.get('alt')! : ''
  if (tag.lower === 'li' && !tag.isEnd) return '\n\n- '
  if (isComponent(tag) && !tag.isEnd) {
    const title = TITLES.map((name) => attributes.get(name)).find(Boolean)
    const shown = [...(title ? [`**${title}**`] : []), ...TEXTS.flatMap((name) => attributes.get(name) ?? [])]
    if (shown.length > 0) return `\n\n${shown.join('\n\n')}\n\n`
  }
  return BLOCK.has(tag.lower) ? '\n\n' : ''
}

import { isBoilerplate, isContact, isDropped, isHidden, isShadowRoot } from './boilerplate.ts'
import { createCodeLines, lineNameOf } from './code-lines.ts'
import { escapeAttribute, escapeText, writeAttributes } from './html-text.ts'
import { needsBlank } from './inline-gaps.ts'
import { withPlainFormulas } from './math-text.ts'
import { isAnswerTo, isFolded, type Opener, openedIds, openerOf, opensSomething } from './openers.ts'
import { protectedAddress, withOpenLink } from './protected-address.ts'
import { type Attributes, scanHtml } from './scan-html.ts'

const VOID = new Set('br hr img input wbr col area source track embed param meta link base'.split(' '))
const INLINE_PARTS = new Set(['span', 'a', 'label', 'time', 'data', 'button', 's'])
const BADGE = /(?:^|[\s_-])(?:badge|pill|chip)(?:[\s_-]|$)/i
/** Elements that tell how the characters before them are read, in the middle of words. */
const READINGS = new Set(['rt', 'rp', 'rtc'])
/** Styles and classes by which text is struck out, such as the price before a reduction. */
const STRUCK = /text-decoration(?:-line)?\s*:[^;]*line-through/i
const STRUCK_CLASS = /(?:^|\s)(?:text-decoration-)?(?:line-through|strike-?through)(?:\s|$)/i
const UNUSUAL_SPACE = /[\v\f\u2028\u2029\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
/** Elements that name what follows them: headings, terms, questions. */
const LABEL = /^(h[1-6]|dt|summary)$/
/** Depth of nesting from which only text is kept; nearly all real pages nest less than 100 deep. */
const MAX_DEPTH = 150
/** Elements after which only text is kept, so that the tree built from the result stays small. */
const MAX_ELEMENTS = 120_000
/** Matches a name of an icon, or mark of a checkbox, that says something. */
const SAYS = /[\p{L}\p{N}✓✗]/u
const LONGEST_LABEL = 100 // characters
/** Length of the end of the text that is kept, which is as much as a question above an answer may have. */
const TAIL = 200

/** A cell of a table, with the name of an icon in it, which stands for the cell's text if there is none. */
interface Cell {
  label: string
  hasText: boolean
}

interface Surroundings {
  /** Whether it is or lies in the main part, a header, a link (but to a contact), code, a label, or folded answers. */
  content: boolean
  banner: boolean
  link: boolean
  code: boolean
  label: boolean
  folded: boolean
  cell: Cell | undefined
}

interface OpenElement extends Surroundings {
  name: string
  attributes: Attributes
  /** Where its start tag was written, so that its end tag must be too; undefined if it was not. */
  writtenAt: number | undefined
  /** How many characters of text came before it, and whether there is a label in it. */
  textBefore: number
  holdsLabel: boolean
  /** The last element within it that ended, if nothing but blanks came after that. */
  opener: Opener | undefined
}

const OUTSIDE: Surroundings & { opener?: Opener } = {
  content: false,
  banner: false,
  link: false,
  code: false,
  label: false,
  folded: false,
  cell: undefined,
}

/**
 * Rewrites any HTML into a small, well-formed body: no scripts, no hidden parts, hardly any controls, few attributes,
 * so that the libraries which read it next can't be made to hang. Removes navigation unless `keepBoilerplate` is set.
 */
export function cleanHtml(page: string, options: { keepBoilerplate: boolean }): string {
  const html = withPlainFormulas(page)
  const opened = openedIds(html)
  const output: string[] = []
  const open: OpenElement[] = []
  const codeLines = createCodeLines()
  let depth = 0
  let elements = 0
  /** The number of open elements when the one that is being skipped began, itself included; null while none is. */
  let skippedAt: number | null = null
  /** The end of all text written, how long that is in all, and the two pieces of it written last. */
  let tail = ''
  let length = 0
  let [earlier, before] = ['', '']
  let leftOut = ''
  /** Where a blank is to stand if the next text needs one. */
  let gap: number | undefined

  function addGap(): void {
    gap ??= output.push('') - 1
  }

  /** Whether an element is left out. Turns the question into a label if the element is its answer. */
  function skips(
    name: string,
    attributes: Attributes,
    parent: Surroundings & { opener?: Opener | undefined },
  ): boolean {
    if (isDropped(name, attributes)) return true
    const { opener } = parent
    const isAnswer = isAnswerTo(opener, attributes.id)
    if (isHidden(attributes)) {
      if (!isAnswer && !(attributes.id && opened.has(attributes.id))) return true
      if (isAnswer) labelQuestion(opener)
    }
    // A button in a label, or one that opens something, is kept: it may be the question above a collapsed answer.
    if (name === 'button') return !parent.label && !opensSomething(attributes)
    if (options.keepBoilerplate || !isBoilerplate(name, attributes, parent.content)) return false
    if (name !== 'nav' || !(parent.folded || (isAnswer && opener?.isQuestion && !opener.leftOut))) return true
    if (isAnswer) labelQuestion(opener)
    return false
  }

  function labelQuestion(opener: Opener | undefined): void {
    if (opener?.leftOut) output.push(`<summary>${escapeText(opener.leftOut)}</summary>`)
    else if (opener?.tags) {
      output[opener.tags.start] = '<summary>'
      output[opener.tags.end] = '</summary>'
    }
  }

  /** Writes a start tag, or what stands for it; returns where it stands if an end tag must follow. */
  function write(name: string, attributes: Attributes, element: Surroundings): number | undefined {
    if (name === 'html' || name === 'head' || name === 'body') return undefined
    if (VOID.has(name)) {
      if (name === 'br') output.push(element.code ? '\n' : '<br>')
      else if (name === 'hr') output.push('<hr>')
      else if (name === 'img' && attributes.alt) output.push(`<img alt="${escapeAttribute(attributes.alt)}">`)
      if (name === 'img' && attributes.alt && element.cell) element.cell.hasText = true
      return undefined
    }
    if (depth >= MAX_DEPTH || elements >= MAX_ELEMENTS) {
      output.push(' ')
      return undefined
    }
    if (
      INLINE_PARTS.has(name) &&
      !element.code &&
      (output.at(-1)?.startsWith('</') || BADGE.test(attributes.class ?? ''))
    )
      addGap()
    depth++
    elements++
    return output.push(`<${name}${writeAttributes(attributes)}>`) - 1
  }

  scanHtml(html, {
    onOpen(tag, written) {
      const attributes = withOpenLink(written)
      const parent = open.at(-1) ?? OUTSIDE
      const name = isShadowRoot(tag, attributes) ? 'div' : isStruck(tag, attributes) ? 's' : tag
      const cell = name === 'td' || name === 'th' ? { label: '', hasText: false } : parent.cell
      const named = attributes['aria-label'] ?? attributes.title ?? ''
      if (cell && cell.label === '' && named.length <= LONGEST_LABEL) cell.label = named
      if (cell && tag === 'input' && attributes.type?.toLowerCase() === 'checkbox')
        cell.label ||= 'checked' in attributes ? '✓' : '✗'
      const element: OpenElement = {
        name,
        attributes,
        writtenAt: undefined,
        content: parent.content || name === 'main' || name === 'article' || attributes.role === 'main',
        banner: parent.banner || (!parent.content && (name === 'header' || attributes.role === 'banner')),
        link: parent.link || (name === 'a' && !isContact(attributes.href)),
        code: parent.code || name === 'pre' || name === 'code',
        label: parent.label || LABEL.test(name),
        folded: parent.folded || isFolded(attributes),
        cell,
        textBefore: length,
        holdsLabel: LABEL.test(name),
        opener: undefined,
      }
      open.push(element)
      if (skippedAt !== null) return
      const address = protectedAddress(attributes)
      if (address !== undefined || skips(tag, attributes, parent)) {
        skippedAt = open.length
        leftOut = ''
      } else {
        if (element.code) codeLines.onTag(lineNameOf(element), parent.code, output.at(-1))
        element.writtenAt = write(name, attributes, element)
      }
      if (address !== undefined) writeText(address, element)
    },
    onClose() {
      const element = open.pop()
      if (!element) return
      const isLeftOut = skippedAt !== null
      if (isLeftOut && skippedAt! <= open.length) return
      skippedAt = null
      if (element.code) codeLines.onTag(lineNameOf(element), open.at(-1)?.code ?? false, undefined)
      if (isLeftOut) {
        if (!READINGS.has(element.name) && !element.code) addGap()
      } else if (element.writtenAt !== undefined) {
        const { cell } = element
        if (cell && cell !== open.at(-1)?.cell && !cell.hasText && SAYS.test(cell.label)) writeText(cell.label, element)
        depth--
        output.push(`</${element.name}>`)
      } else if (!VOID.has(element.name)) output.push(' ')
      noteOpener(element, isLeftOut)
    },
    onText(text) {
      const element = open.at(-1)
      if (skippedAt !== null) {
        if (element?.name === 'title' && element.cell?.label === '')
          element.cell.label = text.trim().slice(0, LONGEST_LABEL)
        if (leftOut.length <= TAIL) leftOut += text
        return
      }
      const { banner, link, label } = element ?? OUTSIDE
      if (banner && link && !label && !options.keepBoilerplate) return // a menu
      writeText(text, element)
    },
  })
  return output.join('')

  function noteOpener(element: OpenElement, isLeftOut: boolean): void {
    const parent = open.at(-1)
    if (!parent) return
    parent.holdsLabel ||= element.holdsLabel
    const size = length - element.textBefore
    if (isLeftOut) {
      if (element.name === 'button') parent.opener = openerOf(element.attributes, leftOut, { leftOut })
    } else if (size > 0) {
      const { writtenAt: start, label, holdsLabel } = element
      const tags = start === undefined || label || holdsLabel ? undefined : { start, end: output.length - 1 }
      parent.opener = size > TAIL ? undefined : openerOf(element.attributes, tail.slice(-size), { tags })
    }
  }

  function writeText(text: string, element: OpenElement | undefined): void {
    const shown = text.replace(UNUSUAL_SPACE, ' ')
    if (element?.code) output.push(codeLines.before(shown))
    if (gap !== undefined && needsBlank(earlier, before, shown)) output[gap] = ' '
    gap = undefined
    if (shown.trim() !== '') {
      if (element) element.opener = undefined
      if (element?.cell) element.cell.hasText = true
      tail = (tail + shown).slice(-TAIL)
      length += shown.length
    }
    earlier = before
    before = shown
    output.push(escapeText(shown))
  }
}

const isStruck = (name: string, { style = '', class: classes = '' }: Attributes): boolean =>
  (name === 'span' || name === 'label' || name === 'data') && (STRUCK.test(style) || STRUCK_CLASS.test(classes))

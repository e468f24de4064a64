import { type Attributes, scanHtml } from '../../extract/scan-html.ts'
import { type Line, MOST_LINES } from './line.ts'

const SKIPPED = new Set(['style', 'script', 'title', 'template', 'noscript', 'select', 'textarea', 'svg'])
const BLOCKS = new Set(
  'address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tr ul'.split(
    ' ',
  ),
)
/** Blocks with an empty line above and below them. */
const SPACED = new Set('p h1 h2 h3 h4 h5 h6 blockquote pre table'.split(' '))
/** What is quoted by its mark: Apple, Thunderbird, Gmail, Proton, Yahoo and those who do as they do. */
const QUOTE_CLASS = /quote(?!d?_?(container|attribution))/i
const SIGNATURE = /signature|(^|\s)_MailAutoSig(\s|$)/i
const ATTRIBUTION = /(^|\s)(gmail_attr|moz-cite-prefix|gmail_quote_attribution)(\s|$)/
/** Styles of what a reader does not see, such as the words that mail programs show beside the subject. */
const UNSEEN =
  /display:\s*none|visibility:\s*hidden|mso-hide:\s*all|(font-size|max-height):\s*0(\.0+)?(px|pt|em|rem|%)?\s*(!important)?\s*(;|$)/i
/** A line drawn above something, as Outlook does with the headers of what it quotes. */
const OUTLOOK_LINE = /border-top:[^;]{0,100}solid/i

interface Open {
  name: string
  part: Line['part'] | undefined
  isSkipped: boolean
  isQuote: boolean
  href: string | undefined
}

/** Most marks of quoting before a line: deeper ones say nothing more. */
const MOST_MARKS = 10

/** The lines of a mail's HTML, with links and lists, each with the part of the mail that its marks say it is. */
export function linesOfHtml(html: string): Line[] {
  const lines: Line[] = []
  const open: Open[] = []
  const parts: Line['part'][] = []
  const lists: (number | undefined)[] = []
  let [text, linkText, depth, indents, skipped, preformatted] = ['', '', 0, 0, 0, 0]
  let [isSignatureToQuote, endsInSpace] = [false, true]

  function partNow(): Line['part'] {
    if (depth > 0) return 'quote'
    return parts.at(-1) ?? (isSignatureToQuote ? 'signature' : 'own')
  }
  function endLine(): void {
    if (text.trim() !== '') push(text)
    text = ''
    endsInSpace = true
  }
  function add(piece: string): void {
    if (piece === '') return
    text += piece
    linkText += piece
    endsInSpace = piece.endsWith(' ')
  }
  function push(line: string, part = partNow()): void {
    if (lines.length >= MOST_LINES) return
    // The dashes above a signature end in a space, which is what tells them from a line that somebody drew.
    const shown = /^\s*-- $/.test(line) ? '-- ' : line.trim()
    const quoted = depth > 0 ? `${'>'.repeat(Math.min(depth, MOST_MARKS))} ${shown}` : shown
    lines.push({ text: quoted, part, ...(depth === 0 && indents > 0 && { isIndented: true }) })
  }
  function gap(): void {
    if (lines.length > 0 && lines.at(-1)!.text.replace(/^>+ /, '') !== '') push('')
  }

  scanHtml(html, {
    onOpen(name, attributes) {
      const entry = entryOf(name, attributes)
      const marks = `${attributes.class ?? ''} ${attributes.id ?? ''}`
      if (BLOCKS.has(name)) endLine()
      if (SPACED.has(name) && !/Mso/.test(marks)) gap()
      if (entry.isSkipped) skipped++
      if (name === 'br') {
        if (text.trim() === '') push('')
        else endLine()
        if (/lineBreakAtBeginningOfSignature/.test(marks)) isSignatureToQuote = true
      }
      if (name === 'hr' || /\bdivRplyFwdMsg\b/.test(marks) || OUTLOOK_LINE.test(attributes.style ?? ''))
        push('', depth > 0 ? 'quote' : 'divider')
      if (name === 'blockquote') indents++
      if (entry.isQuote) {
        depth++
        isSignatureToQuote = false
      }
      if (name === 'ul' || name === 'ol') lists.push(name === 'ol' ? Number(attributes.start ?? 1) || 1 : undefined)
      if (name === 'li') {
        const number = lists.at(-1)
        add(number === undefined ? '- ' : `${number}. `)
        if (number !== undefined) lists[lists.length - 1] = number + 1
      }
      if ((name === 'td' || name === 'th') && !endsInSpace) add(' ')
      if (name === 'pre') preformatted++
      if (entry.href) linkText = ''
      if (entry.part) parts.push(entry.part)
      open.push(entry)
    },
    onClose(name) {
      const entry = open.pop()
      if (!entry) return
      if (entry.href && !skipped) add(linkEnd(linkText.trim(), entry.href))
      if (BLOCKS.has(name) || entry.part) endLine()
      if (SPACED.has(name) && !entry.part) gap()
      if (entry.part) parts.pop()
      if (name === 'pre') preformatted--
      if (entry.isQuote) depth--
      if (name === 'blockquote') indents--
      if (entry.isSkipped) skipped--
      if (name === 'ul' || name === 'ol') lists.pop()
    },
    onText(piece) {
      if (skipped) return
      if (preformatted > 0) {
        const [first = '', ...others] = piece.split('\n')
        add(first)
        for (const line of others) {
          push(text)
          text = ''
          add(line)
        }
        return
      }
      const words = piece.replace(/[\s\u00a0]+/g, ' ')
      add(endsInSpace ? words.trimStart() : words)
    },
  })
  endLine()
  return lines
}

function entryOf(name: string, attributes: Attributes): Open {
  const marks = `${attributes.class ?? ''} ${attributes.id ?? ''} ${attributes.name ?? ''}`
  const style = attributes.style ?? ''
  const isCited = attributes.type === 'cite' || attributes.cite !== undefined || /border-left:\s*[^n0;\s]/.test(style)
  const isQuote =
    (name === 'blockquote' && (isCited || QUOTE_CLASS.test(marks))) ||
    (name === 'div' && attributes.name === 'quote') || // GMX and WEB.DE
    /(^|\s)yahoo_quoted/.test(marks)
  const part =
    SIGNATURE.test(marks) && name !== 'br' ? 'signature' : ATTRIBUTION.test(marks) ? 'attribution' : undefined
  const isSkipped = SKIPPED.has(name) || UNSEEN.test(style)
  const href = name === 'a' && /^https?:/i.test(attributes.href ?? '') ? attributes.href!.trim() : undefined
  return { name, part, isSkipped, isQuote, href }
}

/** What follows the text of a link: where it leads, unless the text says so. */
function linkEnd(text: string, href: string): string {
  const bare = (address: string) => address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
  return text === '' || bare(text) === bare(href) ? '' : ` (${href})`
}

import { Marked, type Token, type Tokens } from 'marked'
import { messageMarkdown } from '#contract/message-markdown.ts'
import { escapeHtml } from '../../../text/escape-html.ts'

/** Text and HTML of a part of a mail, with the same words. */
export interface Written {
  text: string
  html: string
}

/** Where a mail's link can lead: others than these have no meaning outside the page they were written for. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|mailto:|tel:)/i
/** A mail knows no style sheets. */
const TABLE = '<table border="1" cellpadding="4" style="border-collapse:collapse">'

const anchor = (href: string, label: string): string =>
  LEADS_SOMEWHERE.test(href) ? `<a href="${escapeHtml(href)}">${label}</a>` : label

const marked = new Marked({
  gfm: true,
  breaks: true,
  async: false,
  tokenizer: messageMarkdown,
  renderer: {
    text: (token) => ('tokens' in token && token.tokens ? false : escapeHtml(token.text)),
    html: ({ text }) => escapeHtml(text),
    code: ({ text }) => `<pre>${escapeHtml(text)}</pre>\n`,
    link({ href, tokens }) {
      return anchor(href, this.parser.parseInline(tokens))
    },
    /** Mail programs hold back pictures of strangers, so that a link says more. */
    image: ({ href, text }) => anchor(href, escapeHtml(text || href)),
    checkbox: ({ checked }) => (checked ? '[x] ' : '[ ] '),
  },
})

/**
 * Writes a message's Markdown as plain text and as HTML with the same words. All tags of the HTML are ours, since Markdown
 * of messages has none, and what the parser fails on is shown as it was written.
 */
export function markdownOfMail(markdown: string): Written {
  try {
    const tokens = marked.lexer(markdown)
    const html = marked.parser(tokens).replaceAll('<table>', TABLE)
    return { text: blocks(tokens), html: html.trim() }
  } catch {
    return { text: markdown.trim(), html: `<p style="white-space:pre-wrap">${escapeHtml(markdown.trim())}</p>` }
  }
}

const blocks = (tokens: readonly Token[], gap = '\n\n'): string =>
  tokens
    .map(block)
    .filter((text) => text !== '')
    .join(gap)

function block(token: Token): string {
  const { tokens = [] } = token as Tokens.Generic
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return ''
    case 'code':
      return token.text
    case 'hr':
      return '* * *'
    case 'blockquote': // not marked by `>`, which would make history of it
      return indented(blocks(tokens), '| ')
    case 'list':
      return entries(token as Tokens.List)
    case 'table': {
      const { header, rows } = token as Tokens.Table
      return [header, ...rows].map((row) => row.map((cell) => inline(cell.tokens)).join(' | ')).join('\n')
    }
    default:
      return inline(tokens.length > 0 ? tokens : [token])
  }
}

function entries({ ordered, start, loose, items }: Tokens.List): string {
  const entry = ({ task, checked, tokens }: Tokens.ListItem, index: number) => {
    const mark = `${ordered ? `${Number(start || 1) + index}.` : '-'} `
    const text = (task ? `[${checked ? 'x' : ' '}] ` : '') + blocks(tokens, loose ? '\n\n' : '\n')
    return mark + indented(text, ' '.repeat(mark.length)).slice(mark.length)
  }
  return items.map(entry).join(loose ? '\n\n' : '\n')
}

const indented = (text: string, by: string): string => text.replace(/^/gm, by).replace(/[ \t]+$/gm, '')

const inline = (tokens: readonly Token[]): string => tokens.map(phrase).join('')

function phrase(token: Token): string {
  const { tokens } = token as Tokens.Generic
  if (token.type === 'br') return '\n'
  if (token.type === 'image') return withTarget(token.text, token.href)
  if (token.type === 'link') return withTarget(inline(tokens ?? []), token.href)
  return tokens ? inline(tokens) : (token as Tokens.Text).text
}

/** A link's words with its address, where that says more than they do. */
function withTarget(label: string, href: string): string {
  if (!LEADS_SOMEWHERE.test(href)) return label
  const isSame = href === label || href === `mailto:${label}` || href === `http://${label}`
  return isSame || label === '' ? label || href : `${label} (${href})`
}

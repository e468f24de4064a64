import type { WidgetLocale } from '#contract/widget-enums.ts'
import { escapeHtml } from '../../../text/escape-html.ts'
import { lineOf } from '../read/addresses.ts'
import type { Mailbox } from '../smtp-address.ts'
import type { Written } from './markdown-of-mail.ts'
import { phrasesOf } from './phrases.ts'

/** The mail that is answered, put below the answer. */
export interface QuotedMail {
  from: Mailbox
  /** When it was written, in milliseconds. */
  date: number
  /** All that it says, as plain text. */
  text: string
}

/** Characters of a mail that are quoted: what was quoted in it before need not be quoted without end. */
const LONGEST_QUOTE = 20_000
const INDENT = 'margin:0 0 0 .8ex;border-left:1px solid #ccc;padding-left:1ex;white-space:pre-wrap'

/** Quotes a mail below a line that says when who wrote it, as mail programs do and recognise. */
export function quoteOf({ from, date, text }: QuotedMail, language: WidgetLocale, timeZone: string): Written {
  const name = lineOf(from.name)
  const who = `${name && name !== from.address ? `${name} ` : ''}<${lineOf(from.address)}>`
  const written = dateIn(language, timeZone, date)
  const { wrote } = phrasesOf(language)
  const isLong = text.length > LONGEST_QUOTE
  const quoted = (isLong ? `${text.slice(0, LONGEST_QUOTE).toWellFormed()} …` : text).replace(/\r\n?/g, '\n').trim()
  const lines = quoted.split('\n').map((line) => (line === '' || line.startsWith('>') ? `>${line}` : `> ${line}`))
  return {
    text: `${wrote(written, who)}\n${lines.join('\n')}`,
    html:
      `<div class="gmail_quote gmail_quote_container"><div class="gmail_attr">${wrote(escapeHtml(written), `<bdi>${escapeHtml(who)}</bdi>`)}</div>\n` +
      `<blockquote type="cite" class="gmail_quote" dir="auto" style="${INDENT}">${escapeHtml(quoted)}</blockquote></div>`,
  }
}

const dateIn = (language: WidgetLocale, timeZone: string, date: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone })
    .format(date)
    .replace(/[\u200e\u200f]/g, '')

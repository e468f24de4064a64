import type { WidgetLocale } from '#contract/widget-enums.ts'
import { escapeHtml } from '../../../escape-html.ts'
import { fileNameOf, lineOf } from '../read/addresses.ts'
import type { Mailbox } from '../smtp-address.ts'
import type { ComposedMail, MailFile } from './composed-mail.ts'
import { markdownOfMail, type Written } from './markdown-of-mail.ts'
import { directionOf, languageOf, phrasesOf } from './phrases.ts'

/** How mail programs mark an answer, in the languages that have a word of their own for it; `Re[2]:` counts. */
const ANSWER =
  /^\s*(?:re|aw|antw|antwort|sv|vs|odp|rif|res|ynt|yan|ref|отв|відп|ha|vá|atb|回复|回覆|答复|返信|رد|תגובה|השב)(?:\s*\[\d+\])?\s*[:：]\s*/iu
const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/
const CONTROL = /\p{Cc}/u
/** Ids that `References` name after the conversation's own. */
const LAST_REFERENCES = 10
const LONGEST_ID = 500

/** A subject in one line; of an answer with one `Re:`, however many and whichever it had. */
function subjectOf(subject: string, isAnswer: boolean): string {
  let rest = lineOf(subject)
  if (!isAnswer) return rest
  while (ANSWER.test(rest)) rest = rest.replace(ANSWER, '')
  return `Re: ${rest}`.trim()
}

/** The mailboxes of a header; an address that is none would break out of it, and is left out. */
const mailboxesOf = (mailboxes: readonly Mailbox[]): Mailbox[] =>
  mailboxes
    .map(({ name, address }) => ({ name: lineOf(name), address: address.trim() }))
    .filter(({ address }) => ADDRESS.test(address) && !CONTROL.test(address))

/** An id in angle brackets; none if it can be none. */
const bracketed = (id: string | null): string[] => {
  const bare = (id ?? '').trim().replace(/^<|>$/g, '')
  return /^[!-;=?-~]+$/.test(bare) && bare.length <= LONGEST_ID ? [`<${bare}>`] : []
}

/**
 * The ids of `References`: the conversation's signed one, which servers leave alone that give a mail another id of its own,
 * then the last of those before.
 */
function referencesOf(conversation: string, before: readonly string[], answered: string | null): string[] {
  const first = bracketed(conversation)
  const others = [...before, ...(answered === null ? [] : [answered])].flatMap(bracketed)
  const once = others.filter((id, index) => others.lastIndexOf(id) === index && !first.includes(id))
  return [...first, ...once.slice(-LAST_REFERENCES)]
}

/** The mail that is answered, put below the answer. */
interface QuotedMail {
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
function quoteOf({ from, date, text }: QuotedMail, language: WidgetLocale, timeZone: string): Written {
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

interface SignatureNames {
  /** Who writes; empty for an AI. */
  member: string
  agent: string
}

const PLACEHOLDER = /\{\{\s*(member|agent)\.name\s*\}\}/g

/** A mailbox's signature below the line that mail programs know it by; nothing where it says nothing. */
function signatureOf(signature: string, names: SignatureNames): Written[] {
  const lines = signature.split('\n').filter((line) => !saysNobody(line, names))
  const { text, html } = markdownOfMail(lines.join('\n').trim())
  const fill = (written: string, shown: (name: string) => string) =>
    written.replace(PLACEHOLDER, (_, who: keyof SignatureNames) => shown(lineOf(names[who])))
  const filled = fill(text, (name) => name)
  if (filled.trim() === '') return []
  return [
    {
      text: `-- \n${filled}`,
      html: `<div class="gmail_signature" dir="auto">-- <br>\n${fill(html, escapeHtml)}</div>`,
    },
  ]
}

/** Whether a line is for a name alone that there is none for. */
const saysNobody = (line: string, names: SignatureNames): boolean =>
  line.search(PLACEHOLDER) >= 0 &&
  !/[\p{L}\p{N}]/u.test(line.replace(PLACEHOLDER, (_, who: keyof SignatureNames) => names[who]))

export interface MailParts {
  from: Mailbox
  /** Where answers go, if not to `from`. */
  replyTo: Mailbox | null
  to: readonly Mailbox[]
  cc: readonly Mailbox[]
  /** The conversation's subject; of an answer it gets one `Re:`. */
  subject: string
  /** Whether somebody chose the subject for this mail alone, so that it is no answer's. */
  isNewSubject?: boolean
  /** Markdown, or what is written already. */
  content: string | readonly Written[]
  /** Markdown with `{{member.name}}` and `{{agent.name}}`; empty for none. */
  signature: string
  /** What these stand for; for an AI's mail `member` is empty. */
  names: SignatureNames
  quoted: QuotedMail | null
  /** The language of the conversation, such as `de` or `pt-BR`; for another one that is not known, English. */
  locale: string
  /** The time zone in which the quoted mail's date is written; without it UTC. */
  timeZone?: string
  /** Ids without angle brackets, like those that follow. */
  messageId: string
  /** The conversation's signed id (`c.…`), with which `References` begin. */
  conversationRef: string
  /** The id of the mail that is answered; null for the first mail of a conversation. */
  inReplyTo: string | null
  /** The `References` of the mail that is answered, oldest first. */
  references: readonly string[]
  /** Of an AI's mail: what it says is drawn from. Null for a person's, which bears no mark of a machine. */
  ai: { sources: readonly MailSource[] } | null
  files: readonly MailFile[]
  /** When it is written, in milliseconds. */
  now: number
}

interface MailSource {
  title: string
  url: string
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/
/** They keep automatic responders quiet, and let a server that mails itself notice it (RFC 3834). */
const marksOfAi = (conversation: string) => ({
  'Auto-Submitted': 'auto-replied',
  'X-Auto-Response-Suppress': 'All',
  'X-Loop': conversation,
})

/**
 * Makes a mail of an answer: text and HTML with the same words, and no header that a value brought along. Addresses that
 * are none are left out; who gets the mail is the envelope's affair.
 */
export function composeMail(parts: MailParts): ComposedMail {
  const { ai, inReplyTo, conversationRef, now } = parts
  const language = languageOf(parts.locale)
  const written = [
    ...(typeof parts.content === 'string' ? [markdownOfMail(parts.content)] : parts.content),
    ...(ai ? [noteOfAi(language, ai.sources)] : []),
    ...signatureOf(parts.signature, parts.names),
    ...(parts.quoted ? [quoteOf(parts.quoted, language, parts.timeZone ?? 'UTC')] : []),
  ]
  const [replyTo] = mailboxesOf(parts.replyTo ? [parts.replyTo] : [])
  const [answered] = bracketed(inReplyTo)
  const cc = mailboxesOf(parts.cc)
  return {
    from: mailboxesOf([parts.from])[0] ?? { name: '', address: '' },
    ...(replyTo && { replyTo }),
    to: mailboxesOf(parts.to),
    ...(cc.length > 0 && { cc }),
    subject: subjectOf(parts.subject, inReplyTo !== null && !parts.isNewSubject),
    text: `${written.map(({ text }) => text).join('\n\n')}\n`,
    html: page(language, written.map(({ html }) => html).join('\n')),
    messageId: bracketed(parts.messageId)[0] ?? '',
    ...(answered && { inReplyTo: answered }),
    references: referencesOf(conversationRef, parts.references, inReplyTo),
    headers: ai ? marksOfAi(bracketed(conversationRef)[0] ?? '') : {},
    attachments: parts.files.map(({ name, type, content }) => ({
      filename: fileNameOf(name) || 'file',
      contentType: MEDIA_TYPE.test(type) ? type : 'application/octet-stream',
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
    date: new Date(now),
  }
}

/** Says that an AI wrote the mail, how to reach a person, and what it is drawn from. */
function noteOfAi(language: WidgetLocale, sources: readonly MailSource[]): Written {
  const { byAi, sources: title } = phrasesOf(language)
  const links = sources
    .filter(({ url }) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    .map((source) => ({ title: lineOf(source.title), url: new URL(source.url).href }))
  const list = links.map((link) => `- ${link.title && link.title !== link.url ? `${link.title}: ` : ''}${link.url}`)
  const items = links.map(({ title, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(title || url)}</a></li>`)
  return {
    text: [...(list.length > 0 ? [`${title}:\n${list.join('\n')}`] : []), byAi].join('\n\n'),
    html: [
      ...(items.length > 0 ? [`<p>${title}:</p>\n<ul>${items.join('')}</ul>`] : []),
      `<p><small>${byAi}</small></p>`,
    ].join('\n'),
  }
}

const page = (language: WidgetLocale, body: string): string =>
  `<!doctype html>\n<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"></head>` +
  `<body style="font-family:sans-serif;line-height:1.5">\n${body}\n</body></html>\n`

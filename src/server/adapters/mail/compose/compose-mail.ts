import type { WidgetLocale } from '#contract/widget-enums.ts'
import { escapeHtml } from '../../../text/escape-html.ts'
import { fileNameOf, lineOf } from '../read/addresses.ts'
import type { Mailbox } from '../smtp-address.ts'
import type { ComposedMail, MailFile } from './composed-mail.ts'
import { bracketed, mailboxesOf, referencesOf, subjectOf } from './headers.ts'
import { markdownOfMail, type Written } from './markdown-of-mail.ts'
import { directionOf, languageOf, phrasesOf } from './phrases.ts'
import { type QuotedMail, quoteOf } from './quote.ts'
import { type SignatureNames, signatureOf } from './signature.ts'

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

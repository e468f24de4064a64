import { bareSubject } from '#contract/bare-subject.ts'
import { appointmentLine } from '../read/calendar.ts'
import { isAnswer, type MailFacts, type Words } from '../read/mail-facts.ts'
import { cutLines } from './cut-lines.ts'
import { linesOfHtml } from './html-lines.ts'
import { isBlank, type Line, linesOfText } from './line.ts'

/** Most code points of a message's words. */
const MOST = 10_000
/** How the subjects of answers begin in any language, and some of others: with a word and a colon. */
const PREFIXED = /^\s*[\p{L}\p{M}]{1,12}(\[\d+\])?\s?[:：]/u

/**
 * What the sender wrote now. A mail's HTML says best what of it is quoted, so it comes first; the plain text follows if
 * the HTML says nothing.
 */
export function wordsOfMail(
  mail: Pick<MailFacts, 'html' | 'text' | 'subject' | 'appointments' | 'inReplyTo' | 'references'>,
): Words {
  const candidates = [mail.html === null ? [] : linesOfHtml(mail.html), linesOfText(withoutArmour(mail.text ?? ''))]
  const lines = candidates.find((each) => each.some((line) => !isBlank(line))) ?? []
  const { shown, isCut } = cutLines(lines, {
    subject: mail.subject,
    isAnswer: isAnswer(mail) || PREFIXED.test(mail.subject),
  })
  const appointments = [...new Set(mail.appointments.map(appointmentLine))]
  return { shown: [textOf(shown), ...appointments].filter(Boolean).join('\n\n'), whole: textOf(lines), hides: isCut }
}

/** A text without what PGP writes around and below words that are signed within it (RFC 9580). */
function withoutArmour(text: string): string {
  const start = /^\s*-----BEGIN PGP SIGNED MESSAGE-----\n(?:\w.*\n)*\n/.exec(text)?.[0].length
  const words = text.slice(start).split(/^-----BEGIN PGP SIGNATURE-----\n[^-]*-----END PGP SIGNATURE-----$/m)
  return start === undefined || words.length < 2 ? text : words.join('').replace(/^- /gm, '')
}

/** Lines as a text: without spaces at their ends, and with one empty line where there are more. */
const textOf = (lines: readonly Line[]): string =>
  lines
    .map(({ text }) => text.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()

/**
 * A message's content: the words, or what stands in for them where nothing was written.
 * @param about the subject of the conversation that it belongs to; undefined if it begins one
 * @returns `isCut`: whether it was too long
 */
export function contentOf(
  { words, subject, attachments }: Pick<MailFacts, 'words' | 'subject' | 'attachments'>,
  about?: string,
): { content: string; isCut: boolean } {
  const names = attachments.filter(({ isInline }) => !isInline).map(({ name }) => name)
  const isNew = about === undefined || bareSubject(subject) !== bareSubject(about)
  const stand = (isNew && subject) || (names.length > 0 ? `[${names.join(', ')}]` : '[empty]')
  return cutAtWord(words.shown || stand)
}

function cutAtWord(text: string): { content: string; isCut: boolean } {
  const points = [...text.slice(0, 2 * MOST + 2)] // a code point takes one or two characters
  if (points.length <= MOST) return { content: text, isCut: false }
  const start = points.slice(0, MOST - 1).join('')
  const word = start.replace(/\s\S{0,100}$/, '')
  return { content: `${word.trimEnd()}…`, isCut: true }
}

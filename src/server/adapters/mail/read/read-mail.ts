import { createHash } from 'node:crypto'
import type { AttachmentStream, MailParser } from 'mailparser'
import { wordsOfMail } from '../words/words-of-mail.ts'
import { addressesOf, fileNameOf, lineOf } from './addresses.ts'
import { appointmentsOf } from './calendar.ts'
import { createParser } from './decode-stream.ts'
import type { AttachmentFacts, MailFacts } from './mail-facts.ts'
import { filesOfTnef } from './tnef.ts'

/** Bytes of the headers that are read when the whole mail can't be. */
const HEADER_BYTES = 262_144
const ID = /<([^<>\s]{1,300})>|([^<>\s,]{1,300}@[^<>\s,]+)/g
const REPORT_PARTS = /^(message\/delivery-status|message\/global-delivery-status|text\/rfc822-headers|message\/rfc822)$/
const SIGNATURE_PARTS = /^application\/(x-)?(pkcs7-signature|pgp-signature)$/
const CALENDAR_PARTS = /^(text\/calendar|application\/ics)$/
const ENCRYPTED_PARTS = /^application\/(x-)?pkcs7-mime$/

/**
 * Reads a mail: all of it, else its headers alone, else nothing. Takes as long and as much memory as the mail makes it,
 * so it runs in a thread with limits (see mail-reader.ts). Never throws.
 */
export async function readMail(bytes: Uint8Array): Promise<MailFacts> {
  try {
    return await parse(bytes)
  } catch {
    return parse(headersOf(bytes)).then(asHeaders, () => NOTHING)
  }
}

/** The headers of a mail, cut at the end of a line if they are endless. */
export function headersOf(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEADER_BYTES))
  const end = /\r?\n\r?\n/.exec(start.toString('latin1'))?.index ?? start.lastIndexOf('\n')
  return Buffer.concat([start.subarray(0, Math.max(end, 0)), Buffer.from('\r\n\r\n')])
}

/** Facts read from headers alone, which say nothing of a text. */
export const asHeaders = (facts: MailFacts): MailFacts => ({
  ...facts,
  isWhole: false,
  text: null,
  html: null,
  words: NOTHING.words,
})

/** The facts of what is no mail at all. */
export const NOTHING: MailFacts = {
  isWhole: false,
  headers: [],
  from: null,
  replyTo: [],
  to: [],
  cc: [],
  subject: '',
  date: null,
  messageId: null,
  inReplyTo: [],
  references: [],
  text: null,
  html: null,
  words: { shown: '', whole: '', hides: false },
  attachments: [],
  appointments: [],
  isCalendar: false,
  isEncrypted: false,
  report: null,
}

interface Part {
  attachment: AttachmentStream
  /** Its content, where that is needed and not only counted. */
  content: Buffer | undefined
}

async function parse(bytes: Uint8Array): Promise<MailFacts> {
  const parser = createParser()
  const parts: Part[] = []
  let [text, html] = ['', '']
  const whole = new Promise<void>((resolve, reject) => {
    parser.on('error', reject)
    parser.on('end', resolve)
    parser.on('data', (data) => {
      if (data.type === 'text') [text, html] = [data.text ?? '', data.html ?? '']
      else readPart(data, parts).catch(reject)
    })
  })
  parser.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  await whole
  return factsOf(parser, parts, text, html)
}

async function readPart(attachment: AttachmentStream, parts: Part[]): Promise<void> {
  const { contentType, filename = '' } = attachment
  const isNeeded = REPORT_PARTS.test(contentType) || CALENDAR_PARTS.test(contentType) || isTnef(contentType, filename)
  const chunks: Buffer[] = []
  const part: Part = { attachment, content: undefined }
  parts.push(part)
  for await (const chunk of attachment.content) if (isNeeded) chunks.push(chunk)
  if (isNeeded) part.content = Buffer.concat(chunks)
  attachment.release?.()
}

const isTnef = (type: string, name: string) => /ms-tnef$/.test(type) || name.toLowerCase() === 'winmail.dat'

function factsOf(parser: MailParser, parts: Part[], text: string, html: string): MailFacts {
  const headers = (parser.headerLines || []).map(({ key, line }): [string, string] => [key, unfolded(line)])
  const values = (name: string) => headers.flatMap(([each, value]) => (each === name ? [value] : []))
  const type = values('content-type')[0]?.toLowerCase() ?? ''
  const calendars = parts.filter(({ attachment }) => CALENDAR_PARTS.test(attachment.contentType))
  const date = parser.date?.getTime()
  const appointments = calendars.flatMap(({ content }) => appointmentsOf(String(content ?? '')))
  const subject = lineOf(parser.subject ?? '')
  return {
    isWhole: true,
    headers,
    from:
      addressesOf(parser.from)[0] ??
      addressesOf(parser.headers ? (parser.headers.get('sender') as never) : [])[0] ??
      null,
    replyTo: addressesOf(parser.replyTo),
    to: addressesOf(parser.to),
    cc: addressesOf(parser.cc),
    subject,
    date: date === undefined || Number.isNaN(date) ? null : date,
    messageId: idsIn(values('message-id'))[0] ?? null,
    inReplyTo: idsIn(values('in-reply-to')),
    references: idsIn(values('references')),
    text: text.trim() === '' ? null : text,
    html: html.trim() === '' ? null : html,
    words: wordsOfMail({ text, html: html.trim() === '' ? null : html, subject, appointments }),
    attachments: parts.flatMap((part) => attachmentsOf(part, html, type)),
    appointments,
    isCalendar: calendars.some(({ attachment }) => /^text\/calendar$/.test(attachment.contentType)),
    isEncrypted:
      type.startsWith('multipart/encrypted') ||
      (ENCRYPTED_PARTS.test(type.split(';')[0]!.trim()) && !type.includes('signed-data')) ||
      /^-----BEGIN PGP MESSAGE-----$/m.test(text),
    report: type.startsWith('multipart/report') ? reportOf(parts) : null,
  }
}

function attachmentsOf({ attachment, content }: Part, html: string, mailType: string): AttachmentFacts[] {
  const { contentType: type, filename = '', cid } = attachment
  if (SIGNATURE_PARTS.test(type)) return []
  if (mailType.startsWith('multipart/report') && REPORT_PARTS.test(type)) return []
  const files = content && isTnef(type, filename) ? filesOfTnef(content) : []
  if (files.length > 0)
    return files.map(({ name, bytes }) => ({
      name: fileNameOf(name) || 'attachment',
      type: 'application/octet-stream',
      size: bytes.length,
      hash: createHash('sha256').update(bytes).digest('hex'),
      isInline: false,
    }))
  const isInline = cid !== undefined && cid !== '' && html.includes(`cid:${cid}`)
  const name = CALENDAR_PARTS.test(type) ? 'invite.ics' : type === 'message/rfc822' ? 'message.eml' : 'attachment'
  return [
    {
      name: fileNameOf(filename) || name,
      type,
      size: attachment.size ?? 0,
      hash: attachment.checksum ?? '',
      isInline,
    },
  ]
}

function reportOf(parts: Part[]): MailFacts['report'] {
  const find = (pattern: RegExp) =>
    parts.find(({ attachment }) => pattern.test(attachment.contentType))?.content?.toString('utf8') ?? null
  return { status: find(/delivery-status$/), returned: find(/rfc822/) }
}

/** A header's line without its name, as one line. Bytes beyond ASCII are mostly UTF-8. */
const unfolded = (line: string) =>
  line
    .replace(/^[^:]*:/, '')
    .replace(/\r?\n/g, '')
    .trim()

const idsIn = (values: string[]): string[] => [
  ...new Set(values.flatMap((value) => [...value.matchAll(ID)].map(([, bracketed, bare]) => (bracketed ?? bare)!))),
]

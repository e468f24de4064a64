import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type HeaderLine, Joiner, Splitter } from '@zone-eu/mailsplit'
import { type AttachmentStream, MailParser, parseAddressHeader } from 'mailparser'
import { percentDecoded } from '../../../text/percent-decoded.ts'
import { kindOfFile } from '../../attachments/kind-of-file.ts'
import { decodeLabelled } from '../../extract/charset.ts'
import { wordsOfMail } from '../words/words-of-mail.ts'
import { addressesOf, fileNameOf, lineOf } from './addresses.ts'
import { appointmentsOf } from './calendar.ts'
import { textsDecoder } from './decode-texts.ts'
import type { AttachmentFacts, MailFacts } from './mail-facts.ts'
import { signedContent } from './signed-data.ts'
import { filesOfTnef } from './tnef.ts'

/** Bytes of the headers that are read when the whole mail can't be. */
const HEADER_BYTES = 65_536
const MOST_HEADERS = 1_000
/** The last characters of headers, in which ids are looked for: the nearest mail comes last. */
const IDS_CHARACTERS = 50_000
const ID = /<([^<>\s]{1,300})>|([^<>\s,]{1,300}@[^<>\s,]+)/g
const PACKED = /^content-type:\s*application\/(?:x-)?pkcs7-mime\b/im
const IN_BASE64 = /^content-transfer-encoding:\s*base64\b/im
const CONTENT_HEADERS = /^content-[\w-]+:.*(?:\r?\n[ \t].*)*(?:\r?\n|$)/gim
/** What a report says for programs, and the mail that it is about. */
const REPORT_PARTS = /^(message\/|text\/rfc822-headers$)/
/** What says how a mail is signed or encrypted, which a person has no use for. */
const SIGNATURE_PARTS = /^application\/(x-)?(pkcs7-signature|pgp-signature|pgp-encrypted)$/
/** The words once more, for programs that show them in other shapes. */
const OTHER_SHAPES = /^text\/(x-amp-html|watch-html|enriched)$/
const CALENDAR_PARTS = /^(text\/calendar|application\/ics)$/
/** What a mail's HTML shows of its other parts. */
const SHOWN_PARTS = /cid:([^"'\s<>()&]+)/gi
/** Most characters of a name by which HTML refers to a part. */
const MOST_OF_ID = 500
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
  content: Buffer
}

async function parse(packed: Uint8Array): Promise<MailFacts> {
  const bytes = unpacked(packed)
  const parser = new MailParser({
    skipTextLinks: true,
    skipHtmlToText: true,
    skipImageLinks: true,
    keepDeliveryStatus: true,
    checksumAlgo: 'sha256',
  })
  const headers: HeaderLine[] = []
  const parts: Part[] = []
  const reads: Promise<void>[] = []
  let [text, html] = ['', '']
  const whole = new Promise<void>((resolve, reject) => {
    parser.on('error', reject)
    parser.on('end', resolve)
    parser.on('data', (data) => {
      if (data.type === 'text') [text, html] = [withoutNul(data.text), withoutNul(data.html)]
      else reads.push(readPart(data, parts).catch(reject))
    })
  })
  const raw = Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)])
  await Promise.all([whole, pipeline(raw, new Splitter(), textsDecoder(headers), new Joiner(), parser)])
  await Promise.all(reads) // The parser ends before a file that is the whole mail has been read.
  if (parts.length === 0 && text.trim() === '' && html === '') text = bodyOf(bytes)
  const lines = headers
    .slice(0, MOST_HEADERS)
    .map(({ key, line }): MailFacts['headers'][number] => [key, unfolded(line)])
  return factsOf(parser, lines, parts, text, html)
}

/** A mail without what S/MIME packed it in together with its signature; as it is if it was not packed so. */
function unpacked(bytes: Uint8Array): Uint8Array {
  const end = headersOf(bytes).length - 4 // which ends in an empty line
  const headers = latin1(bytes.subarray(0, end))
  if (!PACKED.test(headers)) return bytes
  const body = Buffer.from(bytes.subarray(end))
  const content = signedContent(IN_BASE64.test(headers) ? Buffer.from(latin1(body), 'base64') : body)
  if (!content?.length) return bytes
  const others = headers.replace(CONTENT_HEADERS, '').trimEnd()
  const hasHeaders = /^(content|mime)-[\w-]+:/i.test(latin1(content.subarray(0, 100)))
  return Buffer.concat([Buffer.from(`${others}\r\n${hasHeaders ? '' : '\r\n'}`, 'latin1'), content])
}

/** A text without the one character that PostgreSQL refuses. */
const withoutNul = (text = '') => text.replaceAll('\0', '')

/** What follows the headers, for a mail that says that it has parts and has none. */
function bodyOf(bytes: Uint8Array): string {
  const start = latin1(bytes.subarray(0, HEADER_BYTES))
  const end = /\r?\n\r?\n/.exec(start)
  return end && /^content-type:\s*multipart\//im.test(start.slice(0, end.index))
    ? withoutNul(decodeLabelled(bytes.subarray(end.index + end[0].length), undefined))
        .replaceAll('\r\n', '\n')
        .trim()
    : ''
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

async function readPart(attachment: AttachmentStream, parts: Part[]): Promise<void> {
  const part: Part = { attachment, content: Buffer.alloc(0) }
  parts.push(part)
  part.content = await buffer(attachment.content)
  attachment.release?.()
}

const isTnef = (type: string, name: string) => /ms-tnef$/.test(type) || name.toLowerCase() === 'winmail.dat'

function factsOf(
  parser: MailParser,
  headers: MailFacts['headers'],
  parts: Part[],
  text: string,
  html: string,
): MailFacts {
  const values = (name: string) => headers.flatMap(([each, value]) => (each === name ? [value] : []))
  const type = values('content-type')[0]?.toLowerCase() ?? ''
  const calendars = parts.filter(({ attachment }) => CALENDAR_PARTS.test(attachment.contentType))
  const date = Date.parse(values('date')[0] ?? '')
  const appointments = calendars.flatMap(({ content }) => appointmentsOf(String(content)))
  const shown = new Set([...html.matchAll(SHOWN_PARTS)].flatMap(([, cid]) => [cid!, percentDecoded(cid!)]))
  const subject = lineOf(parser.subject ?? '')
  const [inReplyTo, references] = [idsIn(values('in-reply-to')), idsIn(values('references'))]
  const page = html.trim() === '' ? null : html
  return {
    isWhole: true,
    headers,
    from: addressesOf(parser.from)[0] ?? addressesOf(parseAddressHeader(values('sender')))[0] ?? null,
    replyTo: addressesOf(parser.replyTo),
    to: addressesOf(parser.to),
    cc: addressesOf(parser.cc),
    subject,
    date: Number.isNaN(date) ? null : date,
    messageId: idsIn(values('message-id'))[0] ?? null,
    inReplyTo,
    references,
    text: text.trim() === '' ? null : text,
    html: page,
    words: wordsOfMail({ text, html: page, subject, appointments, inReplyTo, references }),
    attachments: parts.flatMap((part) => attachmentsOf(part, shown, type)).filter(isFirst),
    appointments,
    isCalendar: calendars.some(({ attachment }) => /^text\/calendar$/.test(attachment.contentType)),
    isEncrypted:
      type.startsWith('multipart/encrypted') ||
      (ENCRYPTED_PARTS.test(type.split(';')[0]!.trim()) && !type.includes('signed-data')) ||
      /^-----BEGIN PGP MESSAGE-----$/m.test(text),
    report: type.startsWith('multipart/report') ? reportOf(parts) : null,
  }
}

/** Whether an attachment is not there already: invitations come twice, as a part and as a file with other line ends. */
const isFirst = ({ name, bytes }: AttachmentFacts, index: number, all: AttachmentFacts[]) =>
  name !== 'invite.ics' ||
  all.findIndex((other) => other.name === name && linesOf(other.bytes) === linesOf(bytes)) === index

const linesOf = (bytes: Uint8Array) => latin1(bytes).replaceAll('\r', '').trim()

function attachmentsOf({ attachment, content }: Part, shown: Set<string>, mailType: string): AttachmentFacts[] {
  const { contentType: type, filename = '', cid } = attachment
  if (SIGNATURE_PARTS.test(type) || OTHER_SHAPES.test(type)) return []
  if (mailType.startsWith('multipart/report') && REPORT_PARTS.test(type)) return []
  const files = isTnef(type, filename) ? filesOfTnef(content) : null
  if (files)
    return files.map(({ name, bytes }) => ({
      ...fileOf(fileNameOf(name) || 'attachment', bytes),
      hash: createHash('sha256').update(bytes).digest('hex'),
      isInline: false,
      contentId: null,
    }))
  const isInline = cid !== undefined && shown.has(cid)
  const name = CALENDAR_PARTS.test(type) ? 'invite.ics' : type === 'message/rfc822' ? 'message.eml' : 'attachment'
  return [
    {
      ...fileOf(fileNameOf(filename) || name, content),
      hash: attachment.checksum ?? '',
      isInline,
      contentId: cid?.slice(0, MOST_OF_ID) ?? null,
    },
  ]
}

/** A file with bytes of its own, as those of a part of a larger one would take all of that with them. */
function fileOf(name: string, content: Buffer): Pick<AttachmentFacts, 'name' | 'type' | 'size' | 'isRisky' | 'bytes'> {
  const bytes = new Uint8Array(content)
  return { name, size: bytes.length, bytes, ...kindOfFile(name, bytes) }
}

function reportOf(parts: Part[]): MailFacts['report'] {
  const find = (pattern: RegExp) => parts.find(({ attachment }) => pattern.test(attachment.contentType))?.content
  const textOf = (content: Buffer | undefined) => (content ? withoutNul(content.toString('utf8')) : null)
  return { status: textOf(find(/delivery-status$/)), returned: textOf(find(/rfc822|\/global(-headers)?$/)) }
}

/** A header's line without its name, as one line. Bytes beyond ASCII are mostly UTF-8. */
const unfolded = (line: string) =>
  line
    .replace(/^[^:]*:/, '')
    .replace(/[\r\n\0]/g, '')
    .trim()

const idsIn = (values: string[]): string[] => [
  ...new Set(
    values.flatMap((value) =>
      [...value.slice(-IDS_CHARACTERS).matchAll(ID)].map(([, bracketed, bare]) => (bracketed ?? bare)!),
    ),
  ),
]

/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import type { Message } from './types.ts'

/** The address of a link in Markdown's syntax. In a web address, round brackets come in pairs. */
const TARGET = String.raw`https?:\/\/(?:[^\s()]|\([^\s()]{0,300}\)){1,2000}|mailto:[^\s)]{1,300}`
/**
 * A character of a bare address, outside link syntax. Chinese, Japanese and Korean characters are left out, as text in
 * these languages follows an address without a space.
 */
const BARE = String.raw`[^\s<>"'()\ue000\[\]\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]`
/** The number of a source between private characters, which `numbered` puts into a text. */
const NUMBERED = /\ue000(\d+)\ue000/g
const INLINE = new RegExp(
  [
    '`([^`\\n]+)`',
    String.raw`\*\*([^*\n]+)\*\*`,
    String.raw`\*([^*\s][^*\n]*)\*`,
    String.raw`\[([^\]\n]{1,300})\]\((${TARGET})\)`,
    String.raw`(https?:\/\/(?:${BARE}|\(${BARE}{0,300}\)){1,2000})`,
    NUMBERED.source,
  ].join('|'),
  'g',
)
/** Characters that, at the end of an address, belong to the sentence around it. */
const SENTENCE_ENDS = '.,;:!?…'
const BULLET = /^\s*[-*•]\s+(.*)$/
const NUMBER = /^\s*\d{1,4}[.)]\s+(.*)$/
/** Spaces by which a line must be indented further than a list's entry in order to belong to it. */
const INSIDE = 2
const HEADING = /^#{1,6}\s+(.*)$/
const FENCE = '```'

type Sources = Message['sources']

interface MarkdownProps {
  text: string
  sources?: Sources
  /** Where the text's sentences end that rest on sources, which get the numbers of these. */
  cited?: Message['cited']
}

/** Shows the light Markdown of a message as elements. HTML in the message is shown as text. */
export function Markdown({ text, sources = [], cited = [] }: MarkdownProps) {
  return <div class="prose">{blocks(numbered(text, cited).split('\n'), sources)}</div>
}

/** A text with the numbers of sources between private characters, which are taken out elsewhere. */
function numbered(text: string, cited: Message['cited']): string {
  let from = 0
  let all = ''
  for (const { end, sources } of cited) {
    all += plain(text.slice(from, end)) + sources.map((source) => `\ue000${source}\ue000`).join('')
    from = end
  }
  return all + plain(text.slice(from))
}

const plain = (text: string) => text.replaceAll('\ue000', '')

function blocks(lines: string[], sources: Sources): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let index = 0
  const run = (matches: (line: string) => boolean) => {
    const start = index
    while (index < lines.length && matches(lines[index]!)) index += 1
    return lines.slice(start, index)
  }
  while (index < lines.length) {
    const line = lines[index]!
    if (line.startsWith(FENCE)) {
      index += 1
      parts.push(
        <pre dir="ltr">
          {run((next) => !next.startsWith(FENCE))
            .join('\n')
            .replace(NUMBERED, '')}
        </pre>,
      )
      index += 1
    } else if (BULLET.test(line)) {
      parts.push(<ul dir="auto">{entries(run(belongsTo(BULLET, line)), BULLET, sources)}</ul>)
    } else if (NUMBER.test(line)) {
      const first = Number.parseInt(line.trim(), 10)
      parts.push(
        <ol dir="auto" start={first}>
          {entries(run(belongsTo(NUMBER, line)), NUMBER, sources)}
        </ol>,
      )
    } else if (line.trim() === '') index += 1
    else parts.push(<p dir="auto">{run(isPlain).flatMap((one, at) => lineOf(one, at, sources))}</p>)
  }
  return parts
}

const isPlain = (line: string) =>
  line.trim() !== '' && !line.startsWith(FENCE) && !BULLET.test(line) && !NUMBER.test(line)

const indentOf = (line: string): number => line.length - line.trimStart().length

/** Makes a test of which lines, from a list's first entry on, are of that list: entries, and lines indented further. */
function belongsTo(pattern: RegExp, first: string): (line: string) => boolean {
  const inside = indentOf(first) + INSIDE
  return (line) => line.trim() !== '' && (pattern.test(line) || indentOf(line) >= inside)
}

/** The entries of a list; the lines further in are blocks within the entry above them. */
function entries(lines: string[], pattern: RegExp, sources: Sources): ComponentChildren[] {
  const inside = indentOf(lines[0]!) + INSIDE
  const starts = lines.flatMap((line, at) => (at === 0 || (indentOf(line) < inside && pattern.test(line)) ? [at] : []))
  return starts.map((start, at) => (
    <li key={start}>
      {inline(pattern.exec(lines[start]!)![1]!, sources)}
      {blocks(lines.slice(start + 1, starts[at + 1]), sources)}
    </li>
  ))
}

function lineOf(line: string, index: number, sources: Sources): ComponentChildren[] {
  const heading = HEADING.exec(line)
  const words = heading ? [<strong key="heading">{inline(heading[1]!, sources)}</strong>] : inline(line, sources)
  return index > 0 ? [<br key="break" />, ...words] : words
}

function inline(text: string, sources: Sources): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, bold, italic, label, target, , number] = match
    const address = withoutEnd(whole)
    parts.push(text.slice(from, match.index))
    from = match.index + whole.length
    const source = number === undefined ? undefined : sources[Number(number)]
    if (source) parts.push(<SourceNumber number={Number(number) + 1} source={source} />)
    else if (number !== undefined) continue
    else if (code) parts.push(<code dir="ltr">{code.replace(NUMBERED, '')}</code>)
    else if (bold) parts.push(<strong>{inline(bold, sources)}</strong>)
    else if (italic) parts.push(<em>{inline(italic, sources)}</em>)
    else if (target) parts.push(<Link href={target.replace(NUMBERED, '')}>{label!.replace(NUMBERED, '')}</Link>)
    else parts.push(<Link href={address}>{address}</Link>, whole.slice(address.length))
  }
  parts.push(text.slice(from))
  return parts
}

/** The number of a source behind a sentence that rests on it. */
function SourceNumber({ number, source }: { number: number; source: Sources[number] }) {
  return (
    <sup>
      <Link href={source.url} label={`${number}: ${source.title || source.url}`}>
        {number}
      </Link>
    </sup>
  )
}

/** An address without the characters at its end that belong to the sentence around it. */
function withoutEnd(address: string): string {
  let length = address.length
  while (SENTENCE_ENDS.includes(address.charAt(length - 1))) length -= 1
  return address.slice(0, length)
}

/** A link that opens in a new tab, without a referrer and without access to this window. */
export function Link({ href, label, children }: { href: string; label?: string; children: ComponentChildren }) {
  return (
    <a href={href} aria-label={label} title={label} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

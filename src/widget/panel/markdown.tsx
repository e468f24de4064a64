/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'

const INLINE =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*|\[([^\]\n]{1,300})\]\((https?:\/\/[^\s)]{1,2000}|mailto:[^\s)]{1,300})\)|(https?:\/\/[^\s<>"')\]]{1,2000})/g
const BULLET = /^\s*[-*•]\s+(.*)$/
const NUMBER = /^\s*(\d{1,4})[.)]\s+(.*)$/
const HEADING = /^#{1,6}\s+(.*)$/
const FENCE = '```'

/** Shows the light Markdown of a message: elements made of what it says, and never HTML that it contains. */
export function Markdown({ text }: { text: string }) {
  return <div class="prose">{blocks(text.split('\n'))}</div>
}

function blocks(lines: string[]): ComponentChildren[] {
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
      parts.push(<pre dir="ltr">{run((next) => !next.startsWith(FENCE)).join('\n')}</pre>)
      index += 1
    } else if (BULLET.test(line))
      parts.push(<ul>{run((next) => BULLET.test(next)).map((item) => entry(BULLET, item))}</ul>)
    else if (NUMBER.test(line)) {
      const first = Number(NUMBER.exec(line)![1])
      parts.push(<ol start={first}>{run((next) => NUMBER.test(next)).map((item) => entry(NUMBER, item))}</ol>)
    } else if (line.trim() === '') index += 1
    else parts.push(<p dir="auto">{run(isPlain).flatMap(lineOf)}</p>)
  }
  return parts
}

const isPlain = (line: string) =>
  line.trim() !== '' && !line.startsWith(FENCE) && !BULLET.test(line) && !NUMBER.test(line)

const entry = (pattern: RegExp, item: string) => <li dir="auto">{inline(pattern.exec(item)!.at(-1)!)}</li>

function lineOf(line: string, index: number): ComponentChildren[] {
  const heading = HEADING.exec(line)
  const words = heading ? [<strong key="heading">{inline(heading[1]!)}</strong>] : inline(line)
  return index > 0 ? [<br key="break" />, ...words] : words
}

function inline(text: string): ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, bold, italic, label, target, address] = match
    parts.push(text.slice(from, match.index))
    from = match.index + whole.length
    if (code) parts.push(<code dir="ltr">{code}</code>)
    else if (bold) parts.push(<strong>{bold}</strong>)
    else if (italic) parts.push(<em>{italic}</em>)
    else parts.push(<Link href={(target ?? address)!}>{label ?? address}</Link>)
  }
  parts.push(text.slice(from))
  return parts
}

/** A link to another page, which is not told where it was clicked and gets no hold of this window. */
export function Link({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

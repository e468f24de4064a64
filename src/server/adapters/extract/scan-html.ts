import { Parser } from 'htmlparser2'
import { createOpenElements } from './left-out-ends.ts'

export type Attributes = Record<string, string>

interface HtmlHandler {
  onOpen?(name: string, attributes: Attributes): void
  onClose?(name: string): void
  onText?(text: string): void
}

const CHUNK_CHARACTERS = 65_536
/** The parser's cost per tag grows with the depth of nesting, so a new parser continues beyond this. */
const MAX_DEPTH = 2_000

/** Matches the beginning of XHTML, in which `<script/>` and `<div/>` end where they start. */
const XHTML = /^\s*<\?xml|<html\s[^>]*xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml/i
const XHTML_CHARACTERS = 2_000

/** Parses any HTML in time linear in its length, and tells `handler`. Unclosed tags are closed at the end. */
export function scanHtml(html: string, handler: HtmlHandler): void {
  const elements = createOpenElements((name) => handler.onClose?.(name))
  let isHandingOn = false
  const recognizeSelfClosing = XHTML.test(html.slice(0, XHTML_CHARACTERS))
  const start = () =>
    new Parser(
      {
        onopentag(name, attributes) {
          if (isHandingOn) return
          elements.begin(name)
          handler.onOpen?.(name, attributes)
        },
        onclosetag() {
          if (!isHandingOn) elements.end()
        },
        ontext: (text) => handler.onText?.(text),
      },
      { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true, recognizeSelfClosing },
    )
  /** Ends a parser. If what is open is not nested too deep itself, it stays open for the new one. */
  const goOnWithNew = (last: Parser): Parser => {
    const { names } = elements
    isHandingOn = names.length <= MAX_DEPTH / 2
    last.end()
    const parser = start()
    if (isHandingOn) {
      parser.write(names.map((name) => `<${name}>`).join(''))
      elements.handOn()
    }
    isHandingOn = false
    return parser
  }
  let parser = start()
  for (let offset = 0, end = 0; offset < html.length; offset = end) {
    // Each part ends before a `<` if it has one, so that a new parser hardly ever starts inside a tag.
    const next = html.lastIndexOf('<', offset + CHUNK_CHARACTERS)
    end = offset + CHUNK_CHARACTERS >= html.length ? html.length : next > offset ? next : offset + CHUNK_CHARACTERS
    parser.write(html.slice(offset, end))
    if (elements.depth > MAX_DEPTH) parser = goOnWithNew(parser)
  }
  parser.end()
}

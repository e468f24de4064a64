import { type ExtractedDocument, plainDocument } from './document.ts'
import { ExtractError, encrypted, isShortage } from './errors.ts'
import { htmlToMarkdown } from './html-document.ts'
import { oneLine } from './text.ts'
import { equationText } from './word-math.ts'
import { type HiddenStyles, isHiddenPart, isRunHidden, readHiddenStyles } from './word-parts.ts'
import {
  child,
  childrenOf,
  elementsIn,
  escapeXml,
  isElement,
  parsePart,
  toElement,
  writePart,
  type XmlElement,
  type XmlNode,
} from './word-xml.ts'
import { writeZip, type ZipEntry } from './zip.ts'

interface WordPart {
  name: string
  bytes: Uint8Array
}

/** Parts with text that readers see: the document itself (under any name), footnotes and endnotes. */
const TEXT_PART = /^word\/(?!styles|numbering|settings|fontTable|webSettings|theme|header|footer)[^/]*\.xml$/i
/** Only parts that have one of these are rewritten. */
const ODD = /vanish|webHidden|w:hidden|hidden="|cellDel|txbxContent|oMath|fldSimple/i

/** Rewrites a Word document's parts so that nothing hidden is shown, and no text box, equation or field is lost. */
function prepareParts(parts: WordPart[]): WordPart[] {
  const stylesPart = parts.find(({ name }) => /^word\/styles\d*\.xml$/i.test(name))?.bytes
  const stylesHide = stylesPart !== undefined && includesAny(stylesPart, /vanish|webHidden/i)
  const styles = readHiddenStyles(stylesHide ? stylesPart : undefined)
  return parts.map((part) => {
    if (!TEXT_PART.test(part.name) || !(stylesHide || includesAny(part.bytes, ODD))) return part
    const root = parsePart(part.bytes)
    root.children = root.children.flatMap((node) => rewrite(node, styles))
    return { name: part.name, bytes: writePart(root) }
  })
}

const RUNS = new Set(['w:r', 'm:r'])
/** What a run that is not shown keeps: the marks of fields, which begin in one run and end in another. */
const MARKS_OF_FIELDS = new Set(['w:rPr', 'w:fldChar', 'w:instrText'])

const includesAny = (bytes: Uint8Array, words: RegExp): boolean => words.test(new TextDecoder('latin1').decode(bytes))

/** What stands in place of a node: the node itself with its content rewritten, nothing, or something else. */
function rewrite(node: XmlNode, styles: HiddenStyles): XmlNode[] {
  if (!isElement(node)) return [node]
  const hadText = node.name === 'w:p' && hasText(node)
  const content = () => node.children.flatMap((part) => rewrite(part, styles))
  if (node.name === 'mc:AlternateContent') {
    // The older of two forms is for programs that don't know the newer one. It is kept for what has no text.
    const newer = child(node, 'mc:Choice')
    if (newer && hasText(newer)) return newer.children.flatMap((part) => rewrite(part, styles))
  }
  if (isHiddenPart(node)) {
    if (node.name !== 'w:tc') return []
    node.children = childrenOf(node, 'w:tcPr')
    return [node]
  }
  const isHidden = RUNS.has(node.name) && isRunHidden(node, styles)
  node.children = isHidden ? childrenOf(node).filter(({ name }) => MARKS_OF_FIELDS.has(name)) : content()
  if (node.name === 'w:drawing') return [withTextBoxes(node)]
  if (node.name === 'm:oMathPara' || node.name === 'w:fldSimple') return node.children
  if (node.name === 'm:oMath')
    return [toElement(`<w:r><w:t xml:space="preserve">${escapeXml(equationText(node))}</w:t></w:r>`)]
  // An item of a list that has lost its text would leave its bullet.
  return hadText && !hasText(node) && elementsIn(node, 'w:fldChar', 'w:sectPr').length === 0 ? [] : [node]
}

const hasText = (element: XmlElement): boolean => elementsIn(element, 'w:t', 'm:t', 'w:drawing', 'w:sym').length > 0

/** Puts the text boxes of a drawing in its place, in the form in which the library reads them. */
function withTextBoxes(drawing: XmlElement): XmlElement {
  const boxes = elementsIn(drawing, 'w:txbxContent')
  if (boxes.length === 0) return drawing
  const kept = toElement('<w:pict/>')
  kept.children = boxes
  return kept
}

/** Matches the names of the XML parts of a Word archive, which hold its text; pictures and fonts are not unpacked. */
const NEEDED = /\.(xml|rels)$/i
/** The arrow that mammoth puts behind a footnote or endnote, as a link back to where the note is mentioned. */
const BACK_FROM_NOTE = /\s*<a href="#(?:footnote|endnote)-ref-[^"]*">↑<\/a>/g
const TEXT = /^word\/document\d*\.xml$/i
/** Word reads the other file when it opens the document, and writes its text out when it saves it. */
const HOLDS_ANOTHER =
  'This Word document holds its text as another file inside it. Open it in Word, save it again, and upload it.'
const DAMAGED = 'This Word document is damaged and could not be read. Open it in Word, save it again, and upload it.'

/**
 * Reads a Word document with the library mammoth. To protect mammoth from archive bombs and XML entities, it is given a
 * repacked archive that holds only XML parts of known size without a document type declaration.
 * @throws ExtractError `encrypted`, `broken` or `too_large`
 */
export async function extractDocx(entries: ZipEntry[], fallbackTitle: string): Promise<ExtractedDocument> {
  const needed = new Map(entries.filter(({ name }) => NEEDED.test(name)).map((entry) => [entry.name, entry]))
  if ([...needed.values()].some((entry) => entry.encrypted)) throw encrypted('document')
  const parts = Array.from(needed.values(), (entry) => ({ name: entry.name, bytes: entry.read() }))
  for (const { bytes } of parts) {
    if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('<!')) refuseDeclarations(bytes)
  }
  if (
    parts.some(({ name, bytes }) => TEXT.test(name) && new TextDecoder('latin1').decode(bytes).includes(':altChunk '))
  ) {
    throw new ExtractError('unsupported', HOLDS_ANOTHER)
  }
  const html = await toHtml(parts).catch((error: unknown) => {
    throw isShortage(error) ? error : new ExtractError('broken', DAMAGED, error)
  })
  return plainDocument(titleOf(parts) || fallbackTitle, htmlToMarkdown(html, null))
}

async function toHtml(parts: WordPart[]): Promise<string> {
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(writeZip(prepareParts(parts))) },
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  )
  return value.replace(BACK_FROM_NOTE, '')
}

function refuseDeclarations(bytes: Uint8Array): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(new TextDecoder('latin1').decode(bytes))) throw new ExtractError('broken', DAMAGED)
}

function titleOf(parts: { name: string; bytes: Uint8Array }[]): string {
  const core = parts.find(({ name }) => name === 'docProps/core.xml')
  const written = /<dc:title>([^<]*)<\/dc:title>/.exec(new TextDecoder().decode(core?.bytes))?.[1] ?? ''
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return oneLine(written.replace(/&(amp|lt|gt|quot|apos);/g, (_match, name: string) => names[name] ?? ''))
}

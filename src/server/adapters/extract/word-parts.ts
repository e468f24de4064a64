import { escapeHtml } from '../../text/escape-html.ts'
import { type HiddenStyles, isHiddenPart, isRunHidden, readHiddenStyles } from './word-hidden.ts'
import { equationText } from './word-math.ts'
import {
  child,
  childrenOf,
  elementsIn,
  isElement,
  parsePart,
  toElement,
  writePart,
  type XmlElement,
  type XmlNode,
} from './word-xml.ts'

export interface WordPart {
  name: string
  bytes: Uint8Array
}

/** Parts with text that readers see: the document itself (under any name), footnotes and endnotes. */
const TEXT_PART = /^word\/(?!styles|numbering|settings|fontTable|webSettings|theme|header|footer)[^/]*\.xml$/i
/** Only parts that have one of these are rewritten. */
const ODD = /vanish|webHidden|w:hidden|hidden="|cellDel|txbxContent|oMath|fldSimple|rubyBase|dstrike|:ptab|:cr\b/i

/** Rewrites a Word document's parts so that nothing hidden is shown, and nothing is lost that the library does not know. */
export function prepareParts(parts: WordPart[]): WordPart[] {
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

/** Elements that the library does not know, with those that are read alike. */
const ALIKE: Record<string, string> = { 'w:dstrike': 'w:strike', 'w:ptab': 'w:tab', 'w:cr': 'w:br' }

const RUNS = new Set(['w:r', 'm:r'])
/** What a run that is not shown keeps: the marks of fields, which begin in one run and end in another. */
const MARKS_OF_FIELDS = new Set(['w:rPr', 'w:fldChar', 'w:instrText'])

const includesAny = (bytes: Uint8Array, words: RegExp): boolean => words.test(new TextDecoder('latin1').decode(bytes))

/** What stands in place of a node: the node itself with its content rewritten, nothing, or something else. */
function rewrite(node: XmlNode, styles: HiddenStyles): XmlNode[] {
  if (!isElement(node)) return [node]
  node.name = ALIKE[node.name] ?? node.name
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
  // The library knows no phonetic guides, and would lose the text that has one.
  if (node.name === 'w:ruby') return childrenOf(node, 'w:rubyBase').flatMap((base) => base.children)
  if (node.name === 'm:oMath')
    return [toElement(`<w:r><w:t xml:space="preserve">${escapeHtml(equationText(node))}</w:t></w:r>`)]
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

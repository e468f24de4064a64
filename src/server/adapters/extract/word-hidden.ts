import { around, child, elementsIn, isOn, parsePart, valOf, type XmlElement } from './word-xml.ts'

/** Whether the styles hide their text, by the identifier of the style; and those that are used where none is named. */
export interface HiddenStyles {
  isHidden(id: string | undefined): boolean
  paragraph: string | undefined
}

/** Properties of text that is not shown: never, not on the web, or even where other hidden text is. */
const HIDING = ['w:vanish', 'w:webHidden', 'w:specVanish']
/** Reads which styles of a document hide their text. A style has what the one that it is based on has. */
export function readHiddenStyles(styles: Uint8Array | undefined): HiddenStyles {
  const elements = styles ? elementsIn(parsePart(styles), 'w:style') : []
  const byId = new Map(elements.map((style) => [style.attribs['w:styleId'] ?? '', style]))
  const isDefault = ({ attribs }: XmlElement) =>
    attribs['w:type'] === 'paragraph' && /^(1|true|on)$/.test(attribs['w:default'] ?? '')
  const known = new Map<string, boolean>()

  function isHidden(id: string | undefined): boolean {
    if (id === undefined) return false
    const found = known.get(id)
    if (found !== undefined) return found
    known.set(id, false) // for styles that are based on themselves
    const style = byId.get(id)
    const hidden = hides(child(style, 'w:rPr')) ?? isHidden(valOf(child(style, 'w:basedOn')))
    known.set(id, hidden)
    return hidden
  }
  return { isHidden, paragraph: elements.find(isDefault)?.attribs['w:styleId'] }
}

/** Whether properties say that text is hidden, or that it is not; undefined if they say neither. */
function hides(properties: XmlElement | undefined): boolean | undefined {
  const said = HIDING.map((name) => isOn(child(properties, name))).filter((value) => value !== undefined)
  return said.length === 0 ? undefined : said.includes(true)
}

/** Whether a row, cell or drawing is not shown; a cell may have been deleted by a tracked change. */
export function isHiddenPart(element: XmlElement): boolean {
  if (element.name === 'w:tr') return isOn(child(element, 'w:trPr', 'w:hidden')) === true
  if (element.name === 'w:tc') return child(element, 'w:tcPr', 'w:cellDel') !== undefined
  const properties = element.name === 'w:drawing' ? elementsIn(element, 'wp:docPr')[0] : undefined
  return /^(1|true|on)$/.test(properties?.attribs.hidden ?? '')
}

/** Whether a run is hidden, by itself or else by its styles, of which each turns round what the one before says. */
export function isRunHidden(run: XmlElement, styles: HiddenStyles): boolean {
  const properties = child(run, 'w:rPr')
  const own = hides(properties)
  if (own !== undefined) return own
  const paragraph = around(run, 'w:p')
  const named = [
    valOf(child(around(run, 'w:tbl'), 'w:tblPr', 'w:tblStyle')),
    valOf(child(paragraph, 'w:pPr', 'w:pStyle')) ?? styles.paragraph,
    valOf(child(properties, 'w:rStyle')),
  ]
  return named.filter((id) => styles.isHidden(id)).length % 2 === 1
}

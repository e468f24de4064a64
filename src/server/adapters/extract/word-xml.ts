import { DomUtils, parseDocument } from 'htmlparser2'

type Root = ReturnType<typeof parseDocument>
export type XmlNode = Root['children'][number]
export type XmlElement = Extract<XmlNode, { attribs: Record<string, string> }>

/** The usual prefixes of the namespaces in which Word writes; each has two addresses, as there are two standards. */
const PREFIXES: Record<string, string> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing': 'wp',
  'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing': 'wp',
}

/** Parses a part of a Word document, with names that have the usual prefixes whatever prefixes the part declares. */
export function parsePart(bytes: Uint8Array): Root {
  const root = parseDocument(new TextDecoder().decode(bytes), { xmlMode: true })
  const renamed = new Map<string, string>()
  const elements = elementsIn(root)
  for (const { attribs } of elements) {
    for (const [name, address] of Object.entries(attribs)) {
      const declared = /^xmlns(?::(.*))?$/.exec(name)
      const usual = PREFIXES[address]
      if (declared && usual && usual !== declared[1]) renamed.set(declared[1] ?? '', usual)
    }
  }
  if (renamed.size > 0) for (const element of elements) rename(element, renamed)
  return root
}

function rename(element: XmlElement, prefixes: ReadonlyMap<string, string>): void {
  const usual = (name: string): string => {
    const [, prefix = '', local = name] = /^(?:(.*?):)?(.*)$/.exec(name) ?? []
    const found = prefixes.get(prefix)
    return found ? `${found}:${local}` : name
  }
  element.name = usual(element.name)
  for (const [name, value] of Object.entries(element.attribs)) {
    const declared = /^xmlns(?::(.*))?$/.exec(name)
    if (declared && prefixes.has(declared[1] ?? '')) element.attribs[`xmlns:${prefixes.get(declared[1] ?? '')}`] = value
    else if (!declared && name.includes(':')) element.attribs[usual(name)] = value
  }
}

export const writePart = (root: Root): Uint8Array =>
  new TextEncoder().encode(DomUtils.getOuterHTML(root, { xmlMode: true, encodeEntities: 'utf8' }))

export const isElement = (node: XmlNode): node is XmlElement => 'attribs' in node

/** All elements below a node with one of the names, or with any; in the order of the document. */
export const elementsIn = (node: Root | XmlElement, ...names: string[]): XmlElement[] =>
  DomUtils.filter(
    (found) => 'attribs' in found && (names.length === 0 || names.includes((found as XmlElement).name)),
    node.children,
  ) as XmlElement[]

/** The first element on the path of names below an element, such as `child(run, 'w:rPr', 'w:vanish')`. */
export function child(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  return names.reduce<XmlElement | undefined>((found, name) => found && childrenOf(found, name)[0], element)
}

export const childrenOf = (element: XmlElement, name?: string): XmlElement[] =>
  element.children.filter(
    (found): found is XmlElement => isElement(found) && (name === undefined || found.name === name),
  )

export function around(element: XmlElement, name: string): XmlElement | undefined {
  for (let found = element.parent; found; found = found.parent) {
    if ('name' in found && found.name === name) return found as XmlElement
  }
  return undefined
}

/** Whether a property such as `<w:vanish/>` or `<w:vanish w:val="0"/>` is switched on; undefined if it is not there. */
export const isOn = (property: XmlElement | undefined): boolean | undefined =>
  property && !/^(0|false|off)$/i.test(property.attribs['w:val'] ?? '')

export const valOf = (element: XmlElement | undefined): string | undefined => element?.attribs['w:val']

export const toElement = (markup: string): XmlElement =>
  parseDocument(markup, { xmlMode: true }).children[0] as XmlElement

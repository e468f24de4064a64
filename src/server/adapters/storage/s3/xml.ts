import { DomUtils, parseDocument } from 'htmlparser2'

const parse = (text: string) => parseDocument(text, { xmlMode: true }).children
const textOf = (within: ReturnType<typeof parse>, name: string): string => {
  const [found] = DomUtils.getElementsByTagName(name, within, true, 1)
  return found ? DomUtils.textContent(found) : ''
}

/** The text of the first element of a name; empty if there is none. */
export const fieldOf = (text: string, name: string): string => textOf(parse(text), name)

/** A page of a list of objects, and what asks for the next; undefined if it is the last. */
export function readListing(text: string): {
  objects: { name: string; size: number }[]
  /** The beginnings that several objects may have in common, up to the delimiter that was asked for. */
  folders: string[]
  next: string | undefined
} {
  const document = parse(text)
  const objects = DomUtils.getElementsByTagName('Contents', document).map(({ children }) => ({
    name: textOf(children, 'Key'),
    size: Number(textOf(children, 'Size')),
  }))
  const folders = DomUtils.getElementsByTagName('CommonPrefixes', document).map(({ children }) =>
    textOf(children, 'Prefix'),
  )
  return { objects, folders, next: textOf(document, 'NextContinuationToken') || undefined }
}

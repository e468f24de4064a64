/** A part's id as its own header writes it, of how a page's address (`cid:`) does, in which signs may be escaped. */
export function decodedContentId(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

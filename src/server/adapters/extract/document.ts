/** What a page says about itself and where it leads: all that a crawler needs. */
export interface PageFacts {
  title: string
  /** Absolute http(s) addresses in page order, canonical, each once; none if the page asks not to be followed. */
  links: string[]
  canonical: string | null
  /** Where the page sends whoever opens it, by itself and soon. */
  refresh: string | null
  noindex: boolean
  nofollow: boolean
}

/** A page or file as the text an agent is trained on. */
export interface ExtractedDocument extends PageFacts {
  url: string | null
  /** Headings, lists, GFM tables and fenced code; never empty. */
  markdown: string
}

export type FileKind = 'pdf' | 'docx' | 'txt' | 'md' | 'csv' | 'html'

export interface ExtractedFile {
  kind: FileKind
  document: ExtractedDocument
}

/** A document that is not a page. */
export const plainDocument = (title: string, markdown: string): ExtractedDocument => ({
  title,
  url: null,
  markdown,
  links: [],
  canonical: null,
  refresh: null,
  noindex: false,
  nofollow: false,
})

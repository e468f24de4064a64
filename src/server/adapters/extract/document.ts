/** What the crawler needs of a page, such as its title, links and robots directives. */
export interface PageFacts {
  title: string
  /**
   * Absolute http(s) links in page order, in canonical form and without repetition; none if the page says `nofollow`.
   * A link that says so itself is left out.
   */
  links: string[]
  canonical: string | null
  /** Where a `<meta http-equiv="refresh">` sends visitors within seconds; null if nowhere else. */
  refresh: string | null
  noindex: boolean
  nofollow: boolean
  asksForPassword: boolean
  /** Whether the page only divides the window into frames, which are pages of their own and stand among the links. */
  isFrameset: boolean
  /**
   * Hash of what a reader sees of the page, and of the paths that its links lead to: the same for pages that differ only
   * in what a server writes anew into each answer, such as tokens of forms. Null if the page has hardly any text.
   */
  textFingerprint: string | null
}

/** What the crawler needs of a page, and its text in Markdown; the text is empty if the page has no words. */
export interface PageText extends PageFacts {
  markdown: string
}

export interface ExtractedDocument extends PageFacts {
  /** Markdown with headings, lists, GFM tables and fenced code; never empty. */
  markdown: string
}

export type FileKind = 'pdf' | 'docx' | 'txt' | 'md' | 'csv' | 'html'

export interface ExtractedFile {
  kind: FileKind
  document: ExtractedDocument
}

export const plainDocument = (title: string, markdown: string): ExtractedDocument => ({
  title,
  markdown,
  links: [],
  canonical: null,
  refresh: null,
  noindex: false,
  nofollow: false,
  asksForPassword: false,
  isFrameset: false,
  textFingerprint: null,
})

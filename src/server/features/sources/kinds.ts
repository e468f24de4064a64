import { type SourceType, sourceTypes } from '#contract/enums.ts'
import type { QuotaName } from '#contract/limits.ts'

type Content = 'text' | 'questions' | 'address' | 'file'

interface Kind {
  /** The plan's quota against which a source's `size` counts. */
  quota: QuotaName
  /** What the `content` column holds: the text itself, pairs, a page's address, or a kept file (JSON). */
  content: Content
}

/** How types of sources differ, for code that names none of them. The type checker requires an entry for every type. */
export const kinds: Record<SourceType, Kind> = {
  text: { quota: 'text_characters', content: 'text' },
  qa: { quota: 'text_characters', content: 'questions' },
  url: { quota: 'urls', content: 'address' },
  file: { quota: 'document_bytes', content: 'file' },
}

export const typesOf = (...contents: Content[]): SourceType[] =>
  sourceTypes.filter((type) => contents.includes(kinds[type].content))

import { type SourceType, sourceTypes } from '#contract/enums.ts'
import type { QuotaName } from '#contract/limits.ts'

type Content = 'text' | 'questions' | 'address' | 'file'

interface Kind {
  /** Which of the plan's quotas a source's `size` counts against. */
  quota: QuotaName
  /** What a source's `content` is: the text itself, pairs of question and answer, a page's address, or a kept file. */
  content: Content
}

/** What tells types of source apart, wherever none is known by name. A new one does not compile until it has its line. */
export const kinds: Record<SourceType, Kind> = {
  text: { quota: 'text_characters', content: 'text' },
  qa: { quota: 'text_characters', content: 'questions' },
  url: { quota: 'urls', content: 'address' },
  file: { quota: 'document_bytes', content: 'file' },
}

export const typesOf = (...contents: Content[]): SourceType[] =>
  sourceTypes.filter((type) => contents.includes(kinds[type].content))

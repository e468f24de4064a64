import type { SourceType } from '#contract/enums.ts'
import type { QuotaName } from '#contract/limits.ts'

/** The plan's quota against which a source's `size` counts, by type. */
export const quotaOf: Record<SourceType, QuotaName> = {
  text: 'text_characters',
  qa: 'text_characters',
  url: 'urls',
  file: 'document_bytes',
}

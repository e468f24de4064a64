import type { SourceType } from '#contract/enums.ts'
import type { QuotaName } from '#contract/limits.ts'

/** Which of the plan's quotas a source's `size` counts against. */
export const quotaOf: Record<SourceType, QuotaName> = {
  text: 'text_characters',
  qa: 'text_characters',
  url: 'urls',
  file: 'document_bytes',
}

import type { QuotaName } from '#contract/limits.ts'
import type { SourceType } from '../../db/tables.ts'

/** Which of the plan's quotas a source's `size` counts against. */
export const quotaOf: Record<SourceType, QuotaName> = {
  text: 'text_characters',
  qa: 'text_characters',
  url: 'urls',
  file: 'document_bytes',
}

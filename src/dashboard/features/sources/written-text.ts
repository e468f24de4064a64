import type { SourceType } from '#contract/enums.ts'
import type { Pair } from './spreadsheet.ts'

/** Whether people write what the source says, rather than it being read from a page or file. */
export const isWritten = ({ type }: { type: SourceType }): boolean => type === 'text' || type === 'qa'

/** What a source says as one text, to be compared with another version: the text, or each question with its answer. */
export const asText = (written: { content?: string | undefined; questions?: readonly Pair[] | undefined }): string =>
  written.questions?.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n') ?? written.content ?? ''

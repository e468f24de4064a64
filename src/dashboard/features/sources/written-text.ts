import type { SourceType } from '#contract/enums.ts'
import type { Pair } from './spreadsheet.ts'

/** Whether people write the content of the source, rather than it being read from a page or file. */
export const isWritten = ({ type }: { type: SourceType }): boolean => type === 'text' || type === 'qa'

/** The content of a source as one text, to compare versions: the text, or each question with its answer. */
export const asText = (written: { content?: string | undefined; questions?: readonly Pair[] | undefined }): string =>
  written.questions?.map(({ question, answer }) => `${question}\n${answer}`).join('\n\n') ?? written.content ?? ''

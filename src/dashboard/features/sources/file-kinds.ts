/** Extensions offered for upload. The server decides by content, and accepts more types over the API. */
const ENDINGS = ['pdf', 'docx', 'txt', 'md', 'markdown', 'mdx', 'csv', 'tsv', 'html', 'htm', 'xhtml']

/** Value of a file input's `accept`, which limits the file chooser but not dropped files. */
export const acceptedKinds = ENDINGS.map((ending) => `.${ending}`).join(',')

/** Why a file is refused, as the end of "This file …"; undefined if it is accepted or has no extension. */
export function refusedKind(name: string): string | undefined {
  const ending = /[^.]\.([^.]+)$/.exec(name)?.[1]
  if (ending === undefined || ENDINGS.includes(ending.toLowerCase())) return undefined
  return `ends in .${ending}: only PDF, Word (.docx), text, Markdown, CSV and HTML files can be read`
}

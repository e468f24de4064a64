/** Endings of the files the product reads. The server goes by what is in them, and takes more over the API. */
const ENDINGS = ['pdf', 'docx', 'txt', 'md', 'markdown', 'mdx', 'csv', 'tsv', 'html', 'htm', 'xhtml']

/** For a file input's `accept`, which binds those who choose, not those who drop. */
export const acceptedKinds = ENDINGS.map((ending) => `.${ending}`).join(',')

/** What is wrong with a file's name, to be read on from "This file"; undefined for one without an ending. */
export function refusedKind(name: string): string | undefined {
  const ending = /[^.]\.([^.]+)$/.exec(name)?.[1]
  if (ending === undefined || ENDINGS.includes(ending.toLowerCase())) return undefined
  return `ends in .${ending}: only PDF, Word (.docx), text, Markdown, CSV and HTML files can be read`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000e-\u001f\u007f\u200b\u2060\ufeff\u00ad]/g

/** What ends a line or a page: some programs write a vertical tab or a form feed for it. */
const LINE_ENDS = /\r\n?|[\v\f\u2028\u2029]/g

/** Cleans text to be stored and compared: no invisible characters or lone surrogates, NFC, and line feeds. */
const tidyText = (text: string): string =>
  text.replace(LINE_ENDS, '\n').replace(CONTROL_CHARACTERS, '').toWellFormed().normalize('NFC')

/** Cleans Markdown like `tidyText`, and removes trailing spaces and repeated empty lines. */
export const tidyMarkdown = (text: string): string =>
  tidyText(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

export const oneLine = (text: string): string => tidyText(text).replace(/\s+/g, ' ').trim()

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

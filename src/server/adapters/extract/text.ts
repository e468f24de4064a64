// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u2060\ufeff\u00ad]/g

/** Makes text storable and comparable: no control or invisible characters, no lone surrogates, composed, plain line ends. */
export const tidyText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(CONTROL_CHARACTERS, '').toWellFormed().normalize('NFC')

/** As tidyText, without trailing spaces and with at most one empty line in a row. */
export const tidyMarkdown = (text: string): string =>
  tidyText(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** One line, single spaces. */
export const oneLine = (text: string): string => tidyText(text).replace(/\s+/g, ' ').trim()

/** Whether there is anything to read: a letter or a digit of any script. */
export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

const LONGEST = 60 // characters up to the caret, a slash included, within which a saved reply is looked for

/** A search for a saved reply, and the part of the text that the picked one replaces. */
export interface Wanted {
  /** Where the replaced part begins; it ends at the caret. */
  start: number
  words: string
}

/**
 * What is written between a `/` that begins the caret's line and the caret. Undefined without such a `/`, if there are
 * more than `LONGEST` characters from the `/` to the caret, or if the line goes on with more than spaces.
 */
export function slashAt(text: string, caret: number): Wanted | undefined {
  const start = text.lastIndexOf('\n', caret - 1) + 1
  const [rest = ''] = text.slice(caret).split('\n', 1)
  if (text[start] !== '/' || caret <= start || caret - start > LONGEST || rest.trim() !== '') return undefined
  return { start, words: text.slice(start + 1, caret) }
}

/**
 * What is written between `start`, where the button for the saved replies was pressed, and the caret; undefined once
 * the caret is before `start`, in another line, or more than `LONGEST` characters away.
 */
export function wordsFrom(text: string, start: number, caret: number): Wanted | undefined {
  const words = text.slice(start, caret)
  return caret < start || caret > text.length || words.length > LONGEST || words.includes('\n')
    ? undefined
    : { start, words }
}

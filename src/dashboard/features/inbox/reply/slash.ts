const LONGEST = 60 // characters after the slash within which a saved reply is looked for

/** What is looked for among the saved replies, and the part of the text that the found one replaces. */
export interface Wanted {
  /** Where the replaced part begins; it ends at the caret. */
  start: number
  words: string
}

/** What is written after a `/` that begins the caret's line, when the rest of this line is empty. */
export function slashAt(text: string, caret: number): Wanted | undefined {
  const start = text.lastIndexOf('\n', caret - 1) + 1
  const [rest = ''] = text.slice(caret).split('\n', 1)
  if (text[start] !== '/' || caret <= start || caret - start > LONGEST || rest.trim() !== '') return undefined
  return { start, words: text.slice(start + 1, caret) }
}

/** What is written from a place on where somebody asked for the saved replies by the button. */
export function wordsFrom(text: string, start: number, caret: number): Wanted | undefined {
  const words = text.slice(start, caret)
  return caret < start || caret > text.length || words.length > LONGEST || words.includes('\n')
    ? undefined
    : { start, words }
}

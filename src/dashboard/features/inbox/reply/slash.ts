const LONGEST = 60 // characters up to the caret, a slash included, within which a saved reply is looked for

/** A search for a saved reply, and the part of the text that the picked one replaces. */
interface Wanted {
  /** Where the replaced part begins; it ends at the caret. */
  start: number
  words: string
}

/**
 * The words between a `/` that begins the caret's line and the caret, at most `LONGEST`; nothing but spaces may follow.
 */
export function slashAt(text: string, caret: number): Wanted | undefined {
  const start = text.lastIndexOf('\n', caret - 1) + 1
  const [rest = ''] = text.slice(caret).split('\n', 1)
  if (text[start] !== '/' || caret <= start || caret - start > LONGEST || rest.trim() !== '') return undefined
  return { start, words: text.slice(start + 1, caret) }
}

/** The words from `start` to the caret; undefined if it is before `start`, in another line, or beyond `LONGEST`. */
export function wordsFrom(text: string, start: number, caret: number): Wanted | undefined {
  const words = text.slice(start, caret)
  return caret < start || caret > text.length || words.length > LONGEST || words.includes('\n')
    ? undefined
    : { start, words }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
// A full stop after these does not end a sentence, which the Unicode rules can't know.
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|etc|cf|approx|incl|max|min|no|nr|mr|mrs|ms|dr|prof|st|inc|ltd|co|fig|sec|z\.b|bzw|ca|tel|str|\p{Lu})\.\s*$/iu
// A mark that no space follows ends no sentence, as in `C:\Files\!Acme`, except in scripts that write no spaces.
const RUNS_ON = /[^\s\u3000-\u303f\uff00-\uffef]$/

/** Sentences of a paragraph, in any language. Hard-wrapped lines are joined first; other line breaks end a sentence. */
export function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = []
  for (const line of unwrap(paragraph)) {
    let held = ''
    for (const { segment } of segmenter.segment(line)) {
      held += segment
      if (ABBREVIATION.test(held.slice(-12)) || RUNS_ON.test(held)) continue
      if (held.trim()) sentences.push(held.trim())
      held = ''
    }
    if (held.trim()) sentences.push(held.trim())
  }
  return sentences
}

/** Lines of a paragraph after those that a text editor wrapped are joined again. */
function unwrap(paragraph: string): string[] {
  const lines: string[] = []
  for (const line of paragraph.split(/\r?\n/)) {
    const before = lines.at(-1)
    const wrapped =
      before !== undefined && before.length > 50 && !/[.!?:;|]\s*$/.test(before) && /^\s*[\p{Ll}\p{N}(]/u.test(line)
    if (wrapped) lines[lines.length - 1] = `${before} ${line.trim()}`
    else lines.push(line)
  }
  return lines
}

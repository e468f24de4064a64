const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
// A full stop after these does not end a sentence, which the Unicode rules can't know.
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|etc|cf|approx|incl|max|min|no|nr|mr|mrs|ms|dr|prof|st|inc|ltd|co|fig|sec|z\.b|bzw|ca|tel|str|\p{Lu})\.\s*$/iu
// A punctuation mark without a space ends no sentence (`C:\Files\!Acme`), unless it is Chinese or Japanese.
const RUNS_ON = /[^\s\u3000-\u303f\uff00-\uffef]$/
const LOOKED_AT = 12 // characters at the end of a text that may be a sentence; the longest abbreviation has fewer

/** The ends of the sentences of a line, as indexes; the last is its length. */
export function sentenceEnds(line: string): number[] {
  const ends: number[] = []
  let start = 0
  for (const { segment, index } of segmenter.segment(line)) {
    const end = index + segment.length
    const tail = line.slice(Math.max(start, end - LOOKED_AT), end)
    if (end < line.length && (ABBREVIATION.test(tail) || RUNS_ON.test(tail))) continue
    ends.push(end)
    start = end
  }
  return ends
}

/** Sentences of a paragraph, in any language. Hard-wrapped lines are joined first; other line breaks end a sentence. */
export function sentencesOf(paragraph: string): string[] {
  return unwrap(paragraph).flatMap((line) => {
    const ends = sentenceEnds(line)
    const sentences = ends.map((end, at) => line.slice(ends[at - 1] ?? 0, end).trim())
    return sentences.filter((sentence) => sentence !== '')
  })
}

/** Splits a paragraph into lines, and joins again those that a text editor seems to have wrapped. */
function unwrap(paragraph: string): string[] {
  const lines: { parts: string[]; length: number }[] = []
  for (const line of paragraph.split(/\r?\n/)) {
    const before = lines.at(-1)
    const wrapped =
      before !== undefined &&
      before.length > 50 &&
      !/[.!?:;|]\s*$/.test(before.parts.at(-1)!) &&
      /^\s*[\p{Ll}\p{N}(]/u.test(line)
    if (wrapped) {
      before.parts.push(line.trim())
      before.length += 1 + line.trim().length
    } else lines.push({ parts: [line], length: line.length })
  }
  return lines.map(({ parts }) => parts.join(' '))
}

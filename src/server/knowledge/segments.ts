const LONG = 65_536 // Text of at most so many characters is not cut.
const SOFT = 16_384 // From this length on, a segment ends between two blocks.
const HARD = 32_768 // From this length on, it ends before any line outside code that has no bar (rows of tables have).

const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** Cuts Markdown between blocks into segments, because the parser's time grows with the square of a list's length. */
export function segmentsOf(text: string): string[] {
  if (text.length <= LONG) return [text]
  const segments: string[] = []
  let start = 0
  let fence: string | undefined
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = text.indexOf('\n', at) + 1 || text.length
    const line = text.slice(at, end)
    const size = at - start
    const isBetweenBlocks = size >= SOFT && text[at - 2] === '\n' && /^\S/.test(line)
    if (!fence && (isBetweenBlocks || (size >= HARD && !line.includes('|')))) {
      segments.push(text.slice(start, at))
      start = at
    }
    const mark = FENCE.exec(line)?.[1]
    if (!fence) fence = mark
    else if (mark?.startsWith(fence)) fence = undefined
  }
  segments.push(text.slice(start))
  return segments
}

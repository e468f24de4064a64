const LONGEST_SPAN = 1_000 // characters between the backticks of code within a line
const LINE_END = /[\n\r\u2028\u2029]/

/** A range of code in a text: from the first character, or its fence's indentation, to the index after the last. */
export interface CodeRange {
  from: number
  to: number
}

/**
 * The first code at or after `from` that begins before `until`: a fenced block or code within a line. A regular
 * expression failed with `Maximum call stack size exceeded` on 4 MB of backticks, so characters are read.
 */
export function nextCode(text: string, from = 0, until = text.length): CodeRange | undefined {
  for (let at = from; at < until; ) {
    const mark = text[at]
    if (mark !== '`' && mark !== '~') {
      at += 1
      continue
    }
    const end = runEnd(text, at)
    const code = end - at >= 3 ? fencedAt(text, at, end) : mark === '`' ? spanAt(text, at, end) : undefined
    if (code) return code
    at = end
  }
  return undefined
}

/** Splits Markdown into code and other text, as brackets or tags in code are no markers or calls. */
export function splitAtCode(text: string): { text: string; isCode: boolean }[] {
  const parts: { text: string; isCode: boolean }[] = []
  let at = 0
  for (let code = nextCode(text); code; code = nextCode(text, at)) {
    parts.push(
      { text: text.slice(at, code.from), isCode: false },
      { text: text.slice(code.from, code.to), isCode: true },
    )
    at = code.to
  }
  parts.push({ text: text.slice(at), isCode: false })
  return parts.filter((part) => part.text !== '')
}

function runEnd(text: string, from: number): number {
  let end = from + 1
  while (text[end] === text[from]) end += 1
  return end
}

/** The block opened by the fence from `at` to `end`, if at most three spaces precede the fence in its line. */
function fencedAt(text: string, at: number, end: number): CodeRange | undefined {
  const from = at - indentBefore(text, at)
  if (from > 0 && !LINE_END.test(text[from - 1]!)) return undefined
  const fence = text.slice(at, end)
  for (let line = lineFeedFrom(text, end) + 1; line < text.length; line = nextLine(text, line)) {
    let marks = line
    while (marks < line + 3 && text[marks] === ' ') marks += 1
    if (text.startsWith(fence, marks)) return { from, to: lineFeedFrom(text, marks) }
  }
  return { from, to: text.length }
}

function indentBefore(text: string, at: number): number {
  let spaces = 0
  while (spaces < 3 && text[at - spaces - 1] === ' ') spaces += 1
  return spaces
}

/** Code within a line: opened by the backticks from `at` to `end`, and closed by as many. */
function spanAt(text: string, at: number, end: number): CodeRange | undefined {
  for (let close = end; close <= end + LONGEST_SPAN && close < text.length && text[close] !== '\n'; close += 1) {
    if (text[close] !== '`') continue
    const to = runEnd(text, close)
    if (to - close === end - at) return { from: at, to }
    close = to - 1
  }
  return undefined
}

function lineFeedFrom(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at < 0 ? text.length : at
}

function nextLine(text: string, from: number): number {
  let at = from
  while (at < text.length && !LINE_END.test(text[at]!)) at += 1
  return at + 1
}

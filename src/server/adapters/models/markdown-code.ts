// A block between fences of three ticks or more, or to the end where none closes it; or a span within one line.
const CODE =
  /(^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n|$)(?:[\s\S]*?^ {0,3}\2[^\n]*$|[\s\S]*)|(?<!`)(`{1,2})(?!`)[^\n]{1,1000}?(?<!`)\3(?!`))/gm

/** Text cut where Markdown's code begins and ends: what a program says is no mark of the model's own. */
export function splitAtCode(text: string): { text: string; isCode: boolean }[] {
  const parts: { text: string; isCode: boolean }[] = []
  let at = 0
  for (const match of text.matchAll(CODE)) {
    parts.push({ text: text.slice(at, match.index), isCode: false }, { text: match[0], isCode: true })
    at = match.index + match[0].length
  }
  parts.push({ text: text.slice(at), isCode: false })
  return parts.filter((part) => part.text !== '')
}

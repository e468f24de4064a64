/** Matches a fenced block (three or more backticks, up to the closing fence or the end) or an inline code span. */
export const CODE =
  /(^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n|$)(?:[\s\S]*?^ {0,3}\2[^\n]*$|[\s\S]*)|(?<!`)(`{1,2})(?!`)[^\n]{1,1000}?(?<!`)\3(?!`))/gm

/**
 * Splits Markdown into code and other text, so that brackets or tags in code are not taken for markers of the model.
 */
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

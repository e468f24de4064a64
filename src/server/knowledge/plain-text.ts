const LINK_TEXTS_THAT_SAY_NOTHING = /^(?:here|this|this page|this link|link|click here|read more|learn more|more)$/i
// A mark counts only where it can't be part of a word: in `2**10` and `a~~b` it is text.
const BEFORE = String.raw`(?<![\p{L}\p{N}_*~])`
const AFTER = String.raw`(?![\p{L}\p{N}_*~])`
const STRONG = new RegExp(String.raw`${BEFORE}\*\*(?=\S)([^\n]{1,1000}?)(?<=\S)\*\*${AFTER}`, 'gu')
const STRUCK = new RegExp(String.raw`${BEFORE}~~(?=\S)([^\n]{1,1000}?)(?<=\S)~~${AFTER}`, 'gu')
const CODE = /(?<!`)(`{1,2})(?!`)([^\n]{1,1000}?)(?<!`)\1(?!`)/g
const LINK = /\[([^[\]\n]{0,500})\]\((https?:\/\/(?:[^()\s]|\([^()\s]{0,200}\)){1,2048})\)/g

/**
 * Turns a line of Markdown that extraction made into what readers saw, without marks for bold, struck-out, linked and
 * code text. A link such as "here" keeps its address in brackets. Nothing is escaped, so nothing is unescaped.
 */
export function plainText(line: string): string {
  if (!/[*`~\]]/.test(line)) return line.trim()
  const codes: string[] = []
  return (
    line
      .replace(CODE, (_, _ticks, code: string) => `\0${codes.push(code) - 1}\0`)
      .replace(LINK, (_, label: string, target: string) =>
        LINK_TEXTS_THAT_SAY_NOTHING.test(label.trim()) ? `${label} (${target})` : label,
      )
      .replace(STRUCK, '$1')
      .replace(STRONG, '$1')
      // U+0000 can’t occur in stored text, so it marks the places to which the code is put back.
      .replace(/\0(\d+)\0/g, (_, index: string) => codes[Number(index)] ?? '')
      .trim()
  )
}

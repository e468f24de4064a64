interface Rule {
  marks: RegExp
  /** What is written in place of the marks; `$1` and so on are what they hold. */
  text: string
}

/**
 * The marks of programs that make pages of Markdown, which neither chats nor other programs show: they stand for what is
 * elsewhere, or say how a text looks.
 */
const RULES: readonly Rule[] = [
  // Footnotes, of which the text stays: `25[^1] euros`, `[^1]: Children pay half.`
  { marks: /^\[\^[^\]\s]+\]:[ \t]*/gm, text: '' },
  { marks: /\[\^[^\]\s]+\]/g, text: '' },
  { marks: /(?<=[\p{L}\p{N}.,;:!?)])\^\[([^\]\n]+)\]/gu, text: ' ($1)' },
  // Tables of contents, and pages of a wiki: `[[Prices|our prices]]`
  { marks: /^[ \t]*(?:\[\[_?TOC_?\]\]|\[TOC\])[ \t]*$/gim, text: '' },
  { marks: /!?\[\[(?!\s)(?:[^\]|\n]+\|)?([^\]|\n]+)\]\]/g, text: '$1' },
  // Boxes: `:::tip Dogs`, `!!! note "Cats"`, `> [!WARNING]`
  { marks: /^[ \t]*:{3,}[ \t]*(?:\{[^}\n]*\}|[\w-]+(?:\{[^}\n]*\})?)?[ \t]*\[?([^\]\n]*)\]?[ \t]*$/gm, text: '$1' },
  { marks: /^[ \t]*(?:!!!|\?\?\?\+?)[ \t]+[\w-]+[ \t]*(?:"([^"\n]*)")?[ \t]*$/gm, text: '$1' },
  { marks: /^([ \t]*>[ \t]*)\[![\w-]+\][+-]?[ \t]*(?:\n[ \t]*>[ \t]*)?/gm, text: '$1' },
  // Marked text, and pictures that are written out
  { marks: /(?<![=\w])==(?=\S)([^=\n]+?)(?<=\S)==(?![=\w])/g, text: '$1' },
  { marks: /!\[([^\]\n]*)\]\(data:[^)\s]*\)/g, text: '$1' },
  // Liquid, Hugo, and the attributes of kramdown and Pandoc: `{% include x %}`, `{{< figure >}}`, `## Prices {#prices}`
  { marks: /\{%-?[^%{}]{0,300}-?%\}|\{\{[<%][^{}]{0,300}[>%]\}\}/g, text: '' },
  { marks: /[ \t]*\{:?[ \t]*[#.][\w-][^{}\n]{0,200}\}[ \t]*$/gm, text: '' },
]

const DEFINITION =
  /^ {0,3}\[(?!\^)([^\]\n]+)\]:[ \t]*<?([^\s<>]+)>?(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?[ \t]*$/gm
const REFERENCE = /(?<![\]\\])\[([^[\]\n]+)\](?:\[([^[\]\n]*)\])?(?![(:[])/g

/** The addresses that a Markdown text gives at its end for links within it, by their names in lower case. */
export const definitionsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(Array.from(text.matchAll(DEFINITION), ([, name = '', address = '']) => [name.toLowerCase(), address]))

/** Markdown as chats show it, without what only the programs understand for which it was written. */
export function asPlainMarkdown(markdown: string, definitions: ReadonlyMap<string, string>): string {
  const written = RULES.reduce((text, { marks, text: kept }) => text.replace(marks, kept), markdown)
  if (definitions.size === 0) return written
  return written.replace(DEFINITION, '').replace(REFERENCE, (all, text: string, name?: string) => {
    const address = definitions.get((name || text).toLowerCase())
    return address === undefined ? all : `[${text}](${address})`
  })
}

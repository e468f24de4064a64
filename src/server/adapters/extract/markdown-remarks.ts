import type { Ranges } from './text-ranges.ts'

/** A fence of code with what stands before it in its line: indentation, marks of quotations, bullets. */
const FENCE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`\n]*$)|~{3,})/
const INDENTED = /^(?: {4}|\t)/
const LINE_START = /^[ \t>]*(?:[-*+][ \t]+)?$/
const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]/
/** How each kind of remark begins and ends: HTML, Obsidian, Hugo, MDX, Liquid, kramdown. */
const REMARKS: readonly { opens: string; closes: string }[] = [
  { opens: '<!--', closes: '-->' },
  { opens: '%%', closes: '%%' },
  { opens: '{{/*', closes: '*/}}' },
  { opens: '{{< /*', closes: '>}}' },
  { opens: '{/*', closes: '*/}' },
  { opens: '{% comment %}', closes: '{% endcomment %}' },
  { opens: '{::comment}', closes: '{:/comment}' },
]
const SPECIAL = /\n|(?<!\\)`+|(?<!\\)<!--|(?<![\w%])%%|\{\{\/\*|\{\{< \/\*|\{\/\*|\{% comment %\}|\{::comment\}/g
/** A line that defines a link to nowhere, which Markdown never shows: `[//]: # (a remark)`. */
const NOWHERE = /^[ \t]*\[[^\]\n]+\]:[ \t]*(?:#|<>|\/)(?:[ \t]+(?:\([^\n]*\)|"[^\n]*"|'[^\n]*'))?[ \t]*$/
/** The lines at which a program begins in a file of MDX: imports and exports of JavaScript. */
const PROGRAM =
  /^(?:import\s+(?:[\w$*{][^\n]*|["'][^"'\n]+["'];?\s*$)|export\s+(?:(?:const|let|var)\s+[\w$]+\s*[:=]|(?:default\s+)?(?:async\s+)?(?:function|class)\b|[{*]|default\s+(?:[({<]|[\w$]+\s*[;(])))/
const IMPORT = /^import\s+(?:[\w$*{}\s,]+?\s+from\s+)?["'][^"'\n]+["'];?\s*$/
const LONGEST_PROGRAM = 200 // lines
const LONGEST_CODE_SPAN = 2_000 // characters

/** Removes comments, and the imports and exports of MDX, but not from code; `code` says where that is in the result. */
export function withoutRemarks(markdown: string): { text: string; code: Ranges } {
  const code: [number, number][] = []
  /** The endings that are known not to come any more, so that they are not looked for again. */
  const missing = new Set<string>()
  let text = ''
  let at = 0
  let afterBlank = true
  let inList = false
  let inIndentedCode = false

  const lineAt = (start: number) => {
    const end = markdown.indexOf('\n', start)
    return markdown.slice(start, end < 0 ? markdown.length : end)
  }
  const copyCode = (end: number) => {
    code.push([text.length, text.length + end - at])
    text += markdown.slice(at, end)
    at = end
  }

  /** Copies a line without remarks; a remark or code within it may go on in lines below. */
  function copyLine(): void {
    const before = text.length
    let removed = false
    for (;;) {
      SPECIAL.lastIndex = at
      const match = SPECIAL.exec(markdown)
      text += markdown.slice(at, match?.index)
      at = match?.index ?? markdown.length
      const mark = match?.[0] ?? '\n'
      if (mark === '\n') break
      const end = mark.startsWith('`') ? endOfCodeSpan(markdown, at, mark) : endOfRemark(mark, before)
      if (end === undefined) {
        text += mark
        at += mark.length
      } else if (mark.startsWith('`')) copyCode(end)
      else {
        at = end
        removed = true
      }
    }
    if (removed && text.slice(before).trim() === '') text = text.slice(0, before)
    else if (at < markdown.length) text += '\n'
    at += 1
  }

  function endOfRemark(mark: string, lineStart: number): number | undefined {
    const closes = REMARKS.find(({ opens }) => opens === mark)?.closes ?? ''
    const startsLine = text.length - lineStart < 50 && LINE_START.test(text.slice(lineStart))
    const end = missing.has(closes) ? -1 : markdown.indexOf(closes, at + (mark === '<!--' ? 2 : mark.length))
    if (end < 0) {
      missing.add(closes)
      return mark === '<!--' && startsLine ? markdown.length : undefined
    }
    // Two per cent signs mean something else unless they begin a line or come in pairs.
    if (mark === '%%' && !startsLine && markdown.slice(at, Math.min(end, at + LONGEST_CODE_SPAN)).includes('\n')) return
    return end + closes.length
  }

  while (at < markdown.length) {
    const line = lineAt(at)
    const isBlank = line.trim() === ''
    const fence = FENCE.exec(line)
    if (fence) copyCode(endOfFence(markdown, at + line.length + 1, fence[1] ?? '', fence[2] ?? ''))
    else if (INDENTED.test(line) && !isBlank && !inList && (afterBlank || inIndentedCode)) {
      inIndentedCode = true
      copyCode(Math.min(at + line.length + 1, markdown.length))
      continue
    } else {
      const end = afterBlank && PROGRAM.test(line) ? endOfProgram(markdown, at) : undefined
      if (end !== undefined) {
        at = end
        continue
      }
      if (LIST_ITEM.test(line)) inList = true
      else if (!isBlank && afterBlank && /^\S/.test(line)) inList = false
      if (NOWHERE.test(line)) at += line.length + 1
      else copyLine()
    }
    afterBlank = isBlank
    if (!isBlank) inIndentedCode = false
  }
  return { text, code }
}

/** The end of a fenced block of code: after the line that closes it, or before the quotation it stands in ends. */
function endOfFence(markdown: string, start: number, before: string, fence: string): number {
  const closing = new RegExp(`^[ \\t>]*${fence[0]}{${fence.length},}[ \\t]*$`)
  for (let at = start, end = 0; at < markdown.length; at = end) {
    end = markdown.indexOf('\n', at) + 1 || markdown.length
    const line = markdown.slice(at, end).trimEnd()
    if (closing.test(line)) return end
    if (before.includes('>') && !/^[ \t]*>/.test(line)) return at
  }
  return markdown.length
}

/** The end of code between backquotes, which must be as many at its end and in the same paragraph. */
function endOfCodeSpan(markdown: string, start: number, ticks: string): number | undefined {
  const rest = markdown.slice(start + ticks.length, start + LONGEST_CODE_SPAN)
  const paragraph = rest.split(/\n[ \t]*\n/, 1)[0] ?? ''
  const closing = Array.from(paragraph.matchAll(/`+/g)).find(([found]) => found.length === ticks.length)
  return closing ? start + 2 * ticks.length + closing.index : undefined
}

/** The end of an import or export: after the line in which its brackets are closed. Undefined if it is none. */
function endOfProgram(markdown: string, start: number): number | undefined {
  let open = 0
  let end = start
  for (let lines = 0; lines < LONGEST_PROGRAM && end < markdown.length; lines++) {
    const next = markdown.indexOf('\n', end) + 1 || markdown.length
    for (const [sign] of markdown.slice(end, next).matchAll(/[([{}\])]/g)) open += '([{'.includes(sign) ? 1 : -1
    end = next
    if (open <= 0) break
  }
  if (open > 0) return
  return markdown.startsWith('import', start) && !IMPORT.test(markdown.slice(start, end)) ? undefined : end
}

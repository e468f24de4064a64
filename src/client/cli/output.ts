import process from 'node:process'
import { styleText } from 'node:util'
import { environment } from './settings.ts'

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

export interface Shown {
  json: unknown
  ids: string[]
  text: string
}

export type Output = ReturnType<typeof outputOf>

/** Makes what prints: JSON, ids alone, or text, which has colours on a terminal only. */
export function outputOf({ json, quiet }: { json: boolean; quiet: boolean }) {
  const hasColours = process.stdout.isTTY === true && !environment.wantsNoColours
  const write = (text: string) => void process.stdout.write(json ? text : harmless(text, hasColours))
  return {
    json,
    isTerminal: process.stdout.isTTY === true && !json && !quiet,
    isPlain: !json && !quiet,
    /** Prints something found, a line of JSON where JSON is asked for. */
    show(shown: Shown) {
      if (json) write(`${JSON.stringify(shown.json)}\n`)
      else if (quiet) write(shown.ids.map((id) => `${id}\n`).join(''))
      else if (shown.text !== '') write(`${shown.text}\n`)
    },
    write,
    /** Tells what goes on, beside what is printed; nothing where ids or JSON are asked for. */
    tell(text: string) {
      if (!json && !quiet) process.stderr.write(`${text}\n`)
    },
    style: (style: Style, text: string) => (hasColours ? styleText(style, text) : text),
  }
}

/**
 * A text without the characters by which a visitor's message could move the cursor of a terminal, rename its window or fill
 * its clipboard. Colours stay where they are wanted.
 */
function harmless(text: string, hasColours: boolean): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const controls = /(\x1b\[\d{1,2}m)|[\0-\x08\x0b-\x1f\x7f-\x9f]/g
  return text.replace(controls, (_all, colour: string | undefined) => (hasColours && colour) || '')
}

/** All items of a list of several pages. */
export async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

/** Lines of columns, each as wide as its widest cell. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => row[at]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

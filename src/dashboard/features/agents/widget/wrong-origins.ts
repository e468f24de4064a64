import { readOrigin } from '#contract/widget-settings.ts'
import { linesOf } from '#dashboard/lib/lines.ts'

/** Describes the lines that are no website's address, as the end of a sentence; undefined if there are none. */
export function describeWrongOrigins(text: string): string | undefined {
  const wrong = linesOf(text).filter((line) => readOrigin(line) === undefined)
  if (wrong.length === 0) return undefined
  const what = wrong.length === 1 ? 'a line that is no website’s address' : 'lines that are no websites’ addresses'
  return `has ${what}: ${wrong.join(', ')}`
}

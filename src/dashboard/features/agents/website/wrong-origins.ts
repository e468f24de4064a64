import { readOrigin } from '#contract/widget-settings.ts'
import { linesOf } from './lines.ts'

/** Names the lines of a text that are no website’s address; undefined if all of them are. */
export function describeWrongOrigins(text: string): string | undefined {
  const wrong = linesOf(text).filter((line) => readOrigin(line) === undefined)
  if (wrong.length === 0) return undefined
  const what = wrong.length === 1 ? 'a line that is no website’s address' : 'lines that are no websites’ addresses'
  return `has ${what}: ${wrong.join(', ')}`
}

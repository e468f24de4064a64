import { linesOf } from '#dashboard/lib/lines.ts'

/** Facts as the form shows them: one a line, with ` | ` between alternatives, one of which must be said. */
export const factsText = (facts: readonly (readonly string[])[]): string =>
  facts.map((alternatives) => alternatives.join(' | ')).join('\n')

/** Reads facts from such lines. Empty lines and empty alternatives are left out. */
export const readFacts = (text: string): string[][] =>
  linesOf(text)
    .map((line) => linesOf(line.replaceAll('|', '\n')))
    .filter((alternatives) => alternatives.length > 0)

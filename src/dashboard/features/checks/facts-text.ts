/** Facts as they are written: a line each, with `|` between words of which the reply must say one. */
export const factsText = (facts: readonly (readonly string[])[]): string =>
  facts.map((alternatives) => alternatives.join(' | ')).join('\n')

/** Reads facts from lines; empty ones do not count. */
export const readFacts = (text: string): string[][] =>
  text
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .map((fact) => fact.trim())
        .filter((fact) => fact !== ''),
    )
    .filter((alternatives) => alternatives.length > 0)

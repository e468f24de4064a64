import { randomBytes } from 'node:crypto'
import { folded, wordsOf } from './borne-out.ts'

const RUN = 6 // words in a row that nobody writes by chance

/** A word that stands in one prompt alone: a reply that has it repeats what it was told to keep to itself. */
export const newCanary = (): string => `ref-${randomBytes(8).toString('hex')}`

/** Tells whether a model's text repeats its prompt: the canary, or six words in a row that stand in no `material`. */
export function createLeakCheck(
  { canary, rules }: { canary: string; rules: readonly string[] },
  material: readonly string[],
): (text: string) => boolean {
  const known = new Set(material.flatMap(runsOf))
  const runs = new Set(rules.flatMap(runsOf).filter((run) => !known.has(run)))
  const secret = wordsOf(canary).at(-1)!
  return (text) => folded(text).includes(secret) || runsOf(text).some((run) => runs.has(run))
}

function runsOf(text: string): string[] {
  const words = wordsOf(text)
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '))
}

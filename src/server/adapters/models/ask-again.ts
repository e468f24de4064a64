import type { CheckedSentence } from './sentence-check.ts'

const NUMBERED = /^\s*[[(]?(\d{1,2})[\])]?\s*[.:)\]–-]\s*(.*)$/
const BULLET = /^\s*(?:[-*•+]\s+|\d{1,2}[.)]\s+)/

/** What a model is told that shall write some of its sentences anew. The sentences are material, and so in JSON. */
export function askedAgain(failed: readonly CheckedSentence[]): string {
  const lines = failed.map(({ text, missing }, at) => JSON.stringify({ sentence: at + 1, text, missing }))
  return [
    'These sentences of your answer are not borne out by the passages that they name; "missing" lists what stands nowhere:',
    ...lines,
    'Write each anew, one a line: its number, a colon, then the sentence with its passages, saying only what these say.',
    'Leave out the lines of those that no passage bears out. Write nothing else.',
  ].join('\n')
}

/** The sentences that a model has written in the place of others, by the index of these. */
export function rewritten(answer: string, failed: readonly CheckedSentence[]): Map<number, string> {
  const places = new Map<number, string>()
  for (const line of answer.split('\n')) {
    const [, number, text = ''] = NUMBERED.exec(line) ?? []
    const at = Number(number) - 1
    const before = failed[at]
    if (number === undefined || !before || places.has(at) || text.trim() === '') continue
    const bullet = BULLET.exec(before.raw)?.[0] ?? ''
    const end = /\s*$/.exec(before.raw)![0]
    places.set(at, `${/^\s*/.exec(before.raw)![0]}${bullet.trimStart()}${text.trim().replace(BULLET, '')}${end}`)
  }
  return places
}

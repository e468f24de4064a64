import { type Outcome, summarise } from './score.ts'

const SIZE = 480
const MARGIN = 48
const STEPS = 40

/**
 * Draws, for each set, the share of answerable questions that get an accepted answer against the share of others that
 * are answered too, over all thresholds of confidence. A dot marks the threshold in use.
 */
export function drawCurve(
  sets: { name: string; outcomes: readonly Outcome[]; language: string }[],
  threshold: number,
): string {
  const place = (share: number) => share * (SIZE - 2 * MARGIN)
  const lines = sets.map(({ name, outcomes, language }, at) => {
    const colour = `hsl(${Math.round((360 * at) / sets.length)} 65% 40%)`
    const point = (from: number) => {
      const decided = outcomes.map((one) => ({ ...one, isRefusal: (one.confidence ?? 0) < from }))
      const others = decided.filter(({ asked }) => asked.kind !== 'answerable')
      const wrong = others.filter(({ isRefusal }) => !isRefusal).length / Math.max(1, others.length)
      const gold = summarise(decided, language).gold / 100
      return [(MARGIN + place(wrong)).toFixed(1), (SIZE - MARGIN - place(gold)).toFixed(1)] as const
    }
    const points = Array.from({ length: STEPS + 1 }, (_, step) => point(step / STEPS).join(',')).join(' ')
    const [x, y] = point(threshold)
    return `<polyline fill="none" stroke="${colour}" points="${points}"/><circle cx="${x}" cy="${y}" r="3" fill="${colour}"/><text x="${SIZE}" y="${MARGIN + 16 * at}" fill="${colour}">${name}</text>`
  })
  const [from, to] = [MARGIN, SIZE - MARGIN]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE + 60} ${SIZE}" font-family="sans-serif" font-size="12"><title>Accepted answers against others answered</title><path d="M${from} ${from}V${to}H${to}" fill="none" stroke="#888"/><text x="${from}" y="${to + 20}">others answered, 0 to 100 %</text><text x="8" y="${from - 12}">accepted answer in the reply, 0 to 100 %</text>${lines.join('')}</svg>\n`
}

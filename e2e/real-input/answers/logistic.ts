/** What the model measured of a question, whether its answer is right, and how much it counts in the fit. */
export type Example = { inputs: readonly number[]; isAnswer: boolean; weight: number }

const ROUNDS = 50
const SETTLED = 1e-6
const LONGEST_STEP = 2
const FLATTEST = 1e-6 // least curvature: an example of which the fit is all but sure still holds the weights in place

export const probability = (inputs: readonly number[], weights: readonly number[]) =>
  1 / (1 + Math.exp(-inputs.reduce((sum, input, at) => sum + input * weights[at]!, 0)))

/**
 * Logistic regression by Newton's method, which comes to the same weights whatever it starts from. The first input is
 * the constant, which is not shrunk.
 * @param shrinkage holds the weights of the other inputs near zero, unless more than a few examples ask for large ones
 */
export function regress(examples: readonly Example[], shrinkage: number): number[] {
  const size = examples[0]?.inputs.length ?? 0
  const total = examples.reduce((sum, { weight }) => sum + weight, 0)
  const fitted = new Array<number>(size).fill(0)
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = fitted.map((weight, at) => (at === 0 ? 0 : shrinkage * weight))
    const bend = fitted.map((_, row) => fitted.map((_, at) => (row === at && row > 0 ? shrinkage : 0)))
    for (const { inputs, isAnswer, weight } of examples) {
      const guess = probability(inputs, fitted)
      const share = weight / total
      const error = (guess - Number(isAnswer)) * share
      const curve = Math.max(guess * (1 - guess), FLATTEST) * share
      for (let row = 0; row < size; row += 1) {
        slope[row]! += error * inputs[row]!
        for (let at = 0; at < size; at += 1) bend[row]![at]! += curve * inputs[row]! * inputs[at]!
      }
    }
    const step = solve(bend, slope)
    const longest = Math.max(...step.map(Math.abs))
    const part = Math.min(1, LONGEST_STEP / longest)
    for (let at = 0; at < size; at += 1) fitted[at]! -= part * step[at]!
    if (longest < SETTLED) break
  }
  return fitted
}

/** Solves linear equations by Gauss-Jordan elimination with partial pivoting. */
function solve(rows: number[][], right: number[]): number[] {
  const all = rows.map((row, at) => [...row, right[at]!])
  const size = right.length
  for (let column = 0; column < size; column += 1) {
    const largest = all.reduce(
      (best, row, at) => (at >= column && Math.abs(row[column]!) > Math.abs(all[best]![column]!) ? at : best),
      column,
    )
    ;[all[column], all[largest]] = [all[largest]!, all[column]!]
    const pivot = all[column]!
    for (const [at, row] of all.entries()) {
      if (at === column) continue
      const share = row[column]! / pivot[column]!
      for (let place = column; place <= size; place += 1) row[place]! -= share * pivot[place]!
    }
  }
  return all.map((row, at) => row[size]! / row[at]!)
}

/** What a visit to a page measured: milliseconds, and by how much its parts were moved about. */
export interface PageMetrics {
  firstPaint: number
  largestPaint: number
  /** Milliseconds beyond the first 50 of each task that kept the page from answering. */
  blocked: number
  shift: number
}

interface Curve {
  weight: number
  /** The value that one page in ten beats; it scores 90. */
  p10: number
  /** The value that scores 50. */
  median: number
}

// The weights and curves of Lighthouse 12 for phones. The speed index, which says how fast a page fills, is not
// measured: for a page that is painted in one go it is the time of the first paint.
const curves: Record<keyof PageMetrics | 'speedIndex', Curve> = {
  firstPaint: { weight: 0.1, p10: 1_800, median: 3_000 },
  speedIndex: { weight: 0.1, p10: 3_387, median: 5_800 },
  largestPaint: { weight: 0.25, p10: 2_500, median: 4_000 },
  blocked: { weight: 0.3, p10: 200, median: 600 },
  shift: { weight: 0.25, p10: 0.1, median: 0.25 },
}

/** The inverse of the complementary error function at a fifth, where a score of 90 lies. */
const INVERSE_ERFC_OF_A_FIFTH = 0.9061938024368232

/** Lighthouse's performance score of a page, from 0 to 100. */
export function performanceScore(metrics: PageMetrics): number {
  const values = { ...metrics, speedIndex: metrics.firstPaint }
  const names = Object.keys(curves) as (keyof typeof curves)[]
  return 100 * names.reduce((sum, name) => sum + curves[name].weight * scoreOn(curves[name], values[name]), 0)
}

function scoreOn({ p10, median }: Curve, value: number): number {
  if (value <= 0) return 1
  const standard = (Math.log(value / median) * INVERSE_ERFC_OF_A_FIFTH) / -Math.log(p10 / median)
  return (1 - erf(standard)) / 2
}

/** The error function, with an error of at most 1.5e-7 (Abramowitz and Stegun, 7.1.26). */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return Math.sign(x) * (1 - tail * Math.exp(-x * x))
}

import { createKnowledge } from '#server/knowledge/knowledge.ts'
import { searchTermsOf } from '#server/knowledge/terms.ts'
import { ALIKE, likeness } from '../../src/server/features/gaps/likeness.ts'
import { alike } from './gap-questions.ts'

/**
 * Shows how alike questions must be to count as the same: `node e2e/real-input/fit-gaps.ts`. It compares every two
 * questions of each language, and prints for several bounds which share of the pairs that ask the same reaches the
 * bound, and which share of the other pairs does. `ALIKE` in likeness.ts is chosen from it.
 */
const BOUNDS = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65]

const knowledge = createKnowledge()
const share = (values: readonly number[], bound: number) =>
  `${Math.round((100 * values.filter((value) => value >= bound).length) / values.length)}`.padStart(4)

process.stdout.write(
  `language  ${BOUNDS.map((bound) => `     ${bound}`.slice(-10).padStart(10)).join('')}   (same % / other %)\n`,
)
const all = { same: [] as number[], other: [] as number[] }
for (const [language, groups] of Object.entries(alike)) {
  const questions = await Promise.all(
    groups.flatMap((texts, group) =>
      texts.map(async (text) => ({
        group,
        terms: new Set(searchTermsOf(text)),
        ...(await knowledge.embedQuestion(text)),
      })),
    ),
  )
  const [same, other]: [number[], number[]] = [[], []]
  for (const [at, one] of questions.entries())
    for (const two of questions.slice(at + 1)) {
      const cosine = one.vector.reduce((sum, value, index) => sum + value * two.vector[index]!, 0)
      const shared = [...one.terms].filter((term) => two.terms.has(term)).length
      const found = likeness(cosine, shared, [one.terms.size, two.terms.size], Math.min(one.trust, two.trust))
      ;(one.group === two.group ? same : other).push(found)
    }
  all.same.push(...same)
  all.other.push(...other)
  print(language, same, other)
}
print('all', all.same, all.other)
process.stdout.write(`The bound in use is ${ALIKE}.\n`)
await knowledge.close()

function print(name: string, same: readonly number[], other: readonly number[]): void {
  const cells = BOUNDS.map((bound) => `${share(same, bound)} /${share(other, bound)}`.padStart(10))
  process.stdout.write(`${name.padEnd(10)}${cells.join('')}\n`)
}

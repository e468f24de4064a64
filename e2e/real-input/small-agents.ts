import { parseArgs } from 'node:util'
import { answerThresholds } from '#contract/enums.ts'
import { answer } from '#server/adapters/models/answer.ts'
import { passagesOf, questionsIn } from '#server/adapters/models/questions.ts'
import { type Found, findFor } from '#server/features/conversations/find-passages.ts'
import { createFinder, type Material } from './answers/in-process.ts'
import { cafe } from './small-agents/cafe.ts'
import { dentist } from './small-agents/dentist.ts'
import type { Place, Questions } from './small-agents/place.ts'
import { school } from './small-agents/school.ts'
import { shop } from './small-agents/shop.ts'

/**
 * Measures what the built-in model answers for four small places, each with an agent of about twenty short sources:
 * `node e2e/real-input/small-agents.ts --cache FOLDER` prints for each language what share of the near misses is
 * refused, what share of the other questions is answered, and what share is answered citing the right source first. The
 * `held` half of the questions only reports: no rule is chosen by it. `--show` prints the questions that went wrong, of the open half only;
 * `--after` asks each after another question of the same place.
 */
const flag = { type: 'boolean' } as const
const ANSWERED = { role: 'assistant' as const, content: 'Yes.' }
const text = { type: 'string' } as const
const options = parseArgs({ options: { cache: text, threshold: text, show: flag, after: flag } }).values
const { cache, show, after } = options
const threshold = answerThresholds.find((one) => one === (options.threshold ?? 'balanced'))
if (!cache || !threshold)
  throw new Error('Usage: small-agents.ts --cache FOLDER [--show] [--after] [--threshold cautious|balanced|bold]')
const load = await createFinder(cache)

print('half  language  near misses refused  others answered  right one cited first')
for (const half of ['open', 'held'] as const) {
  const counts: Counts[] = []
  for (const place of [cafe, dentist, shop, school]) {
    const counted = await measure(place, place[half], half === 'open')
    counts.push(counted)
    print(row(half, place.language, counted))
  }
  print(row(half, 'all', counts.reduce(sumOf)))
}

type Counts = { nearMisses: number; refused: number; known: number; answered: number; cited: number }

async function measure(place: Place, { known, nearMisses }: Questions, mayShow: boolean): Promise<Counts> {
  const names = Object.keys(place.sources)
  const questions = [...known.map(([question]) => question), ...nearMisses]
  const { find, keep } = await load(asSet(place))
  const found: Found[] = []
  for (const [at, content] of questions.entries()) {
    // What was asked before is another question of the place, which a visitor may have had too.
    const before = after ? [{ role: 'visitor' as const, content: known[at % known.length]![0] }, ANSWERED] : []
    const history = [...(before[0]?.content === content ? [] : before), { role: 'visitor' as const, content }]
    for (const one of questionsIn(history)) found.push(await findFor(one, history, threshold!, { find }))
  }
  keep()
  const given = questions.map((message, at) => {
    const asked = { ...found[at]!, said: undefined, actions: [] }
    const passages = passagesOf([asked])
    const reply = answer({ questions: [asked], canHandOver: false, threshold: threshold!, completedAfter: null })
    const isAnswered = 'text' in reply && reply.quoted.length > 0
    const source = passages[reply.quoted[0] ?? -1]?.sourceId
    return { message, isAnswered, source: names[Number(source)], reply: 'text' in reply ? reply.text : '' }
  })
  const [of, about] = [given.slice(0, known.length), given.slice(known.length)]
  const isRight = (at: number) => of[at]!.isAnswered && known[at]!.slice(1).includes(of[at]!.source ?? '')
  if (show && mayShow) {
    for (const one of about) if (one.isAnswered) print(`  answered: ${one.message} → ${one.reply}`)
    for (const [at, one] of of.entries())
      if (!isRight(at)) print(`  ${one.isAnswered ? 'wrong' : 'refused'}: ${one.message} → ${one.reply}`)
  }
  return {
    nearMisses: about.length,
    refused: about.filter(({ isAnswered }) => !isAnswered).length,
    known: of.length,
    answered: of.filter(({ isAnswered }) => isAnswered).length,
    cited: of.filter((_, at) => isRight(at)).length,
  }
}

function asSet({ name, sources }: Place): Material {
  const paragraphs = Object.values(sources).map((source) => {
    const [first = '', ...rest] = source.split('\n')
    const [title, body] = rest.length > 0 ? [first, rest.join('\n')] : ['', first]
    return { title, text: body }
  })
  return { name: `small-${name.replaceAll(' ', '-')}`, paragraphs }
}

function sumOf(one: Counts, other: Counts): Counts {
  return {
    nearMisses: one.nearMisses + other.nearMisses,
    refused: one.refused + other.refused,
    known: one.known + other.known,
    answered: one.answered + other.answered,
    cited: one.cited + other.cited,
  }
}

function row(half: string, language: string, { nearMisses, refused, known, answered, cited }: Counts): string {
  const share = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`
  return [half, language, share(refused, nearMisses), share(answered, known), share(cited, known)].join('  ')
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

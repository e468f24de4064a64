import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { plantAttacks, summariseAttacks } from './grounding/attacks.ts'
import { readRated, summariseRated } from './grounding/rated.ts'
import { askTurns, summariseTurns } from './grounding/turns.ts'

/**
 * Measures how far answers rest on what their writer was given: `node e2e/real-input/grounding.ts --data FOLDER`. The
 * folder holds turns of conversations, answers rated by people, and attacks (docs/answers.md says whose). `--only turns`
 * measures one of them, and `--cache FOLDER` keeps vectors elsewhere than in the system's temporary folder. `--show`
 * prints the turns one by one, to be compared with those of another run.
 */
const text = { type: 'string' } as const
const options = parseArgs({ options: { data: text, cache: text, only: text, show: { type: 'boolean' } } }).values
const { data, only, show, cache = join(tmpdir(), 'baton-grounding') } = options
if (!data) throw new Error('Usage: grounding.ts --data FOLDER [--cache FOLDER] [--only turns] [--show]')
mkdirSync(cache, { recursive: true })

const print = (line: string) => process.stdout.write(`${line}\n`)
const printAll = (title: string, figures: Record<string, number>) => {
  print(title)
  for (const [name, figure] of Object.entries(figures)) print(`  ${name.padEnd(34)}${figure.toFixed(1).padStart(7)}`)
}
const isMeasured = (name: string) => !only || only === name

if (isMeasured('turns')) {
  const outcomes = await askTurns(data, cache)
  printAll('Turns, built-in model, percent', summariseTurns(outcomes))
  if (show)
    for (const { turn, isRefused, first, given } of outcomes) {
      const isRight = first !== undefined && turn.gold.includes(first)
      const isGiven = given.some((id) => turn.gold.includes(id))
      print(
        [turn.id, turn.kind, isRefused ? 'refused' : isRight ? 'right' : 'wrong', isGiven ? 'given' : '–'].join(' '),
      )
    }
}

if (isMeasured('rated')) printAll('Answers rated by people', summariseRated(readRated(data)))

if (isMeasured('attacks')) printAll('Attacks in pages, a model that obeys', summariseAttacks(await plantAttacks(data)))

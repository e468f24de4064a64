import { createNearest } from '../../src/server/features/gaps/nearest.ts'

/** Measures how long it takes to find the gap that is most like a question: `node e2e/bench/gaps.ts`. */
const GAPS = 20_000 // the most gaps that a question is compared with
const DIMENSIONS = 384
const QUESTIONS = 50

const words = Array.from({ length: 5_000 }, (_, index) => `word${index.toString(36)}`)
const random = (below: number) => Math.floor(Math.random() * below)
const question = () => ({
  text: Array.from({ length: 7 }, () => words[random(words.length)]).join(' '),
  vector: Float32Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5),
  trust: 1,
})

const nearest = createNearest()
const begun = performance.now()
for (let index = 0; index < GAPS; index += 1) nearest.put({ id: `${index}`, ...question() })
process.stdout.write(`${GAPS} gaps put in memory: ${Math.round(performance.now() - begun)} ms\n`)
const times = Array.from({ length: QUESTIONS }, () => {
  const asked = question()
  const start = performance.now()
  nearest.find(asked)
  return performance.now() - start
}).sort((one, other) => one - other)
process.stdout.write(
  `nearest of ${GAPS}: median ${times[QUESTIONS / 2]?.toFixed(1)} ms, worst ${times.at(-1)?.toFixed(1)} ms\n`,
)

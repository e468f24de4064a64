import { setTimeout as delay } from 'node:timers/promises'
import { must } from '../tools/client.ts'
import { count, type Line, milliseconds, onBothDatabases } from './tools/benchmark.ts'
import { sentence } from './tools/words.ts'
import { createWorld, type DatabaseName, type World } from './tools/world.ts'

const LARGE = 10_000 // chunks of an agent
const SMALL = 500
const QUESTIONS = 20 // questions in the gap that is taught
const CHECKS = 500
const TIMES = 5
const PROOF_MS = 3_000
const CHECKS_MS = 15_000
const POLL_MS = 20

/** Measures how long it takes to teach an answer and prove it, and to ask an agent all of its checks. */
export const proofs = onBothDatabases('proofs', onDatabase)

async function onDatabase(database: DatabaseName): Promise<Line[]> {
  const large = await withChunks(database, LARGE, async (world, agent) => {
    const gap = await openGap(world, agent)
    const proved: number[] = []
    for (let number = 0; number < TIMES; number += 1) proved.push(await teach(world, agent, gap))
    return { proved, run: await runChecks(world, agent) }
  })
  const small = await withChunks(database, SMALL, runChecks)
  if (!large || !small) return []
  const longest = Math.max(...large.proved)
  return [
    {
      what: `an answer taught and proved by ${QUESTIONS} questions and 20 checks, at ${count(LARGE)} chunks`,
      on: database,
      measured: `${milliseconds(Math.min(...large.proved))} to ${milliseconds(longest)}`,
      against: `at most ${milliseconds(PROOF_MS)}`,
      isMet: longest <= PROOF_MS,
    },
    {
      what: `a run of ${CHECKS} checks, at ${count(SMALL)} chunks`,
      on: database,
      measured: milliseconds(small),
      against: `at most ${milliseconds(CHECKS_MS)}`,
      isMet: small <= CHECKS_MS,
    },
    {
      what: `a run of ${CHECKS} checks about as many different passages, at ${count(LARGE)} chunks`,
      on: database,
      measured: milliseconds(large.run),
    },
  ]
}

/**
 * Calls `work` with a new agent that has the checks and that many chunks, and returns what it returns; null where
 * PostgreSQL is asked for and missing.
 */
async function withChunks<T>(
  database: DatabaseName,
  chunks: number,
  work: (world: World, agent: string) => Promise<T>,
): Promise<T | null> {
  const world = await createWorld(database, { conversations: [1], chunks })
  if (!world) return null
  try {
    const agent = world.agents.get(1)!
    const questions = Array.from({ length: CHECKS }, (_, number) => `"${sentence(number * 11)}",answers`)
    const body = `question,expects\n${questions.join('\n')}`
    await must(world.product.url, 'importChecks', { params: { agent }, body }, world.owner)
    return await work(world, agent)
  } finally {
    await world.close()
  }
}

/** Has visitors ask what the agent does not know, waits until all of it is in one gap, and returns the gap's id. */
async function openGap({ product: { url }, owner }: World, agent: string): Promise<string> {
  const params = { agent }
  for (let number = 0; number < QUESTIONS; number += 1) {
    const { id } = (await must(url, 'createConversation', { params, body: {} }, owner)).data
    const body = { content: `Do you rent out bicycles to ${number + 1} guests?` }
    await must(url, 'sendMessage', { params: { agent, conversation: id }, body }, owner)
  }
  for (;;) {
    const [gap] = (await must(url, 'listGaps', { params, query: {} }, owner)).data
    if (gap?.count === QUESTIONS) return gap.id
    await delay(POLL_MS)
  }
}

/** Teaches an answer, and takes it back once it is proved; returns the milliseconds from teaching to the proof. */
async function teach({ product: { url }, owner }: World, agent: string, gap: string): Promise<number> {
  const params = { agent }
  const done = async (proof: string) => {
    while ((await must(url, 'getProof', { params: { agent, proof } }, owner)).data.status === 'pending')
      await delay(POLL_MS)
  }
  const started = performance.now()
  const body = { question: 'Do you rent out bicycles?', answer: 'Bicycles cost 12 euros a day.', from: { gap } }
  const proof = (await must(url, 'teach', { params, body }, owner)).data.id
  await done(proof)
  const took = performance.now() - started
  const { data } = await must(url, 'getProof', { params: { agent, proof } }, owner)
  if (data.results[0]?.verdict !== 'proved') throw new Error('What was taught was not proved.')
  await must(url, 'undoProof', { params: { agent, proof }, body: {} }, owner)
  await done(proof)
  return took
}

/** Milliseconds of a run of all checks. */
async function runChecks({ product: { url }, owner }: World, agent: string): Promise<number> {
  const params = { agent }
  const started = performance.now()
  const run = (await must(url, 'createCheckRun', { params, body: {} }, owner)).data.id
  while ((await must(url, 'getCheckRun', { params: { agent, run } }, owner)).data.status === 'pending') await delay(100)
  return performance.now() - started
}

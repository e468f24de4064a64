import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { must } from '../tools/client.ts'
import { serveWebsite } from '../tools/website.ts'
import { openForSeeding } from './seed.ts'
import { type Benchmark, count, type Line, milliseconds, percentile } from './tools/benchmark.ts'
import { trained, trainText } from './tools/train.ts'
import { page, passage } from './tools/words.ts'
import { createWorld, newAgent, type World } from './tools/world.ts'

const TEXTS = 8
const TEXT_CHARACTERS = 45_000
const PAGES = 100
const PASSAGES_PER_SECOND = 40
const ANSWER_MS = 100
const ASK_EVERY_MS = 50

/** Measures how fast sources are trained, and how fast the inbox's list is answered meanwhile. */
export const training: Benchmark = {
  name: 'training',
  async run() {
    const site = await serveWebsite(
      Object.fromEntries(Array.from({ length: PAGES }, (_, number) => [`/${number}`, page(number, [])])),
    )
    const world = (await createWorld('SQLite', { env: { OUTBOUND_ALLOW: site.host } }))!
    try {
      const texts = await measure(world, TEXTS, async (agent) => {
        for (let text = 0; text < TEXTS; text += 1)
          await trainText(world, agent, passage(text * 5_000, TEXT_CHARACTERS - 200))
      })
      const pages = await measure(world, PAGES, async (agent) => {
        const urls = Array.from({ length: PAGES }, (_, number) => `${site.url}/${number}`)
        await must(world.product.url, 'createSource', { params: { agent }, body: { type: 'url', urls } }, world.owner)
      })
      const p95 = percentile([...texts.answers, ...pages.answers], 0.95)
      return [
        {
          what: 'training on texts, passages of about 600 characters',
          on: 'SQLite',
          measured: `${count(texts.passages / texts.seconds)} passages/s (${texts.passages} in ${texts.seconds.toFixed(1)} s)`,
          against: `at least ${PASSAGES_PER_SECOND}/s`,
          isMet: texts.passages / texts.seconds >= PASSAGES_PER_SECOND,
        },
        {
          what: `training on ${PAGES} pages of four passages each`,
          on: 'SQLite',
          measured: `${(PAGES / pages.seconds).toFixed(1)} pages/s, ${count(pages.passages / pages.seconds)} passages/s`,
        },
        {
          what: 'the inbox answers meanwhile: p95',
          on: 'SQLite',
          measured: milliseconds(p95),
          against: `under ${milliseconds(ANSWER_MS)}`,
          isMet: p95 < ANSWER_MS,
        },
      ] satisfies Line[]
    } finally {
      await world.close()
      site.close()
    }
  },
}

async function measure(world: World, sources: number, create: (agent: string) => Promise<void>) {
  const agent = await newAgent(world.product.url, world.owner)
  // The first text loads the model, which is not to be measured.
  await trainText(world, agent, 'The shop opens at nine.')
  await trained(world, agent, 1)
  const before = await chunks(world, agent)
  const answers: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const asked = performance.now()
      await must(
        world.product.url,
        'listInbox',
        { params: { organization: world.owner.organizationId }, query: { view: 'open' } },
        world.owner,
      )
      answers.push(performance.now() - asked)
      await delay(ASK_EVERY_MS)
    }
  })()
  const started = performance.now()
  await create(agent)
  await trained(world, agent, sources + 1)
  const seconds = (performance.now() - started) / 1000
  isOver = true
  await asking
  return { seconds, answers, passages: (await chunks(world, agent)) - before }
}

async function chunks({ product }: World, agent: string): Promise<number> {
  const db = await openForSeeding({ dataDir: product.dataDir })
  const { rows } = await sql<{ n: number }>`select count(*) as n from chunks where agent_id = ${agent}`.execute(db)
  await db.destroy()
  return rows[0]!.n
}

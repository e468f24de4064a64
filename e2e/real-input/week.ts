import { parseArgs } from 'node:util'
import { must, type Owner, setUp } from '../tools/client.ts'
import { removeData, startProduct } from '../tools/product.ts'
import { holdsGold } from './answers/score.ts'
import { drawWeek, type Fact, type Week } from './week/facts.ts'

/*
 * `npm run week -- --data FOLDER` starts the product with an agent that knows half of the material, sends 2,000
 * messages of visitors, waits for the gaps that they leave, teaches the 20 biggest that have an answer as a person
 * would, and sends the same messages again. It prints how many were answered right, answered wrong and refused, before
 * and after.
 */

const TAUGHT = 20
const AT_ONCE = 6
const LOOK_EVERY_MS = 25
const PATIENCE_MS = 600_000
const SETTLED_MS = 10_000 // a question is in its gap long before
const PLENTY = '{"read":10000000,"write":10000000,"training":10000000,"polling":10000000}'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { data: text, questions: { ...text, default: '2000' } } })
if (!values.data) throw new Error('Usage: npm run week -- --data FOLDER [--questions NUMBER]')
const week = drawWeek(values.data, Number(values.questions))
const product = await startProduct({ env: { RATE_LIMITS: PLENTY }, args: ['--no-dashboard'] })
const owner = await setUp(product.url)
try {
  const agent = await train(owner, week)
  const before = await ask(agent, week)
  print('before', before)
  const gaps = await settledGaps(agent, before.refused.length)
  const taught = await teachBiggest(agent, gaps)
  const after = await ask(agent, week)
  print('after', after)
  const ofTaught = before.refused.filter(({ fact }) => taught.has(fact)).length
  console.log(`${ofTaught} of the ${before.refused.length} that were refused asked for what was then taught`)
} finally {
  await product.stop()
  removeData(product)
}

async function train({ organizationId }: Owner, { sources }: Week): Promise<string> {
  const params = { organization: organizationId }
  const agent = (await must(product.url, 'createAgent', { params, body: { name: 'Guide' } }, owner)).data.id
  for (const { title, content } of sources)
    await must(product.url, 'createSource', { params: { agent }, body: { type: 'text', title, content } }, owner)
  const query = { per_page: 1, status: 'completed' as const }
  await until(
    async () =>
      (await must(product.url, 'listSources', { params: { agent }, query }, owner)).body.meta.total === sources.length,
  )
  console.log(`${sources.length} sources trained`)
  return agent
}

interface Outcomes {
  right: Week['questions']
  wrong: Week['questions']
  refused: Week['questions']
}

/** Asks each question as a visitor, in a conversation of its own. */
async function ask(agent: string, { questions }: Week): Promise<Outcomes> {
  const outcomes: Outcomes = { right: [], wrong: [], refused: [] }
  const rest = [...questions]
  const askNext = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      const { decision, content } = await replyTo(agent, next.question)
      const { gold } = next.fact
      const outcome = decision !== 'answered' ? 'refused' : holdsGold(content, gold, 'en') ? 'right' : 'wrong'
      outcomes[outcome].push(next)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askNext))
  return outcomes
}

async function replyTo(agent: string, content: string): Promise<{ content: string; decision: string }> {
  const { id: conversation } = (
    await must(product.url, 'createConversation', { params: { agent }, body: {} }, { key: owner.key })
  ).data
  const params = { agent, conversation }
  const sent = (await must(product.url, 'sendMessage', { params, body: { content } }, { key: owner.key })).data.id
  for (;;) {
    const { data } = await must(product.url, 'listMessages', { params }, { key: owner.key })
    const at = data.findIndex(({ id }) => id === sent)
    const reply = data.slice(at + 1).find(({ role }) => role === 'assistant')
    if (reply) {
      const trace = await must(product.url, 'getAnswerTrace', { params: { ...params, message: reply.id } }, owner)
      return { content: reply.content, decision: trace.data.decision }
    }
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))
  }
}

function print(when: string, { right, wrong, refused }: Outcomes): void {
  const rightly = refused.filter(({ fact }) => fact.gold.length === 0).length
  const found = `${right.length} answered right, ${wrong.length} answered wrong, ${refused.length} refused`
  console.log(`${when}: ${found} (of these ${rightly} that nothing answers)`)
}

/** The gaps, the biggest first, once all refused questions are in them or no more come. */
async function settledGaps(agent: string, refused: number) {
  const sum = (gaps: { count: number }[]) => gaps.reduce((total, { count }) => total + count, 0)
  let gaps = await openGaps(agent)
  for (let since = performance.now(); sum(gaps) < refused && performance.now() - since < SETTLED_MS; ) {
    await new Promise((done) => setTimeout(done, SETTLED_MS / 10))
    const before = sum(gaps)
    gaps = await openGaps(agent)
    if (sum(gaps) > before) since = performance.now()
  }
  console.log(`${sum(gaps)} refused questions in ${gaps.length} gaps`)
  return gaps
}

async function openGaps(agent: string) {
  const gaps = []
  for (let page = 1; ; page += 1) {
    const query = { page, per_page: 100, sort: 'count' as const, state: 'open' as const }
    const { data } = await must(product.url, 'listGaps', { params: { agent }, query }, owner)
    gaps.push(...data)
    if (data.length < query.per_page) return gaps
  }
}

/** Teaches the twenty biggest gaps that a person can answer, and dismisses bigger ones that nobody can. */
async function teachBiggest(agent: string, gaps: Awaited<ReturnType<typeof openGaps>>): Promise<Set<Fact>> {
  const facts = new Map(week.questions.map(({ question, fact }) => [question, fact]))
  const taught = new Set<Fact>()
  let proved = 0
  let biggest = 0
  for (const { id, question, count } of gaps) {
    if (taught.size === TAUGHT) break
    const fact = facts.get(question)
    if (!fact?.answer) {
      await must(product.url, 'updateGap', { params: { agent, gap: id }, body: { state: 'dismissed' } }, owner)
      continue
    }
    const body = { question, answer: fact.answer, from: { gap: id } }
    const { id: proof } = (await must(product.url, 'teach', { params: { agent }, body }, owner)).data
    const read = async () => (await must(product.url, 'getProof', { params: { agent, proof } }, owner)).data
    await until(async () => (await read()).status !== 'pending')
    if ((await read()).results[0]?.verdict === 'proved') proved += 1
    taught.add(fact)
    biggest += count
  }
  console.log(`${taught.size} gaps of ${biggest} questions taught, ${proved} proved`)
  return taught
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const since = performance.now(); performance.now() - since < PATIENCE_MS; ) {
    if (await isSo()) return
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))
  }
  throw new Error('What was waited for did not come about in time.')
}

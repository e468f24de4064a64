import { existsSync } from 'node:fs'
import { call, must, type Owner, setUp } from '../tools/client.ts'
import { type Product, removeData, startProduct } from '../tools/product.ts'
import { serveFolder } from '../tools/static-site.ts'
import { PAGES_FOLDER, pages, questions, unanswerableForReport } from './questions.ts'

/**
 * This program trains an agent of the running product on 100 real pages and asks 20 questions that they answer, and
 * some that they don't, as a visitor. Prints the score, pages per second and reply times; exits 1 when too few answers
 * are right or replies are too slow.
 */
const RIGHT_AT_LEAST = 16
const MEDIAN_REPLY_MS = 150
const TRAINING_MS = 300_000
const REPLY_MS = 10_000
const RATE_LIMITS = '{"read":100000,"write":100000,"training":100000,"polling":100000}'

interface Asked {
  content: string
  decision: string
  /** From the visitor's message to the stored reply, on the server's clock. */
  milliseconds: number
}

async function main(): Promise<void> {
  if (!existsSync(PAGES_FOLDER)) throw new Error(`Install Debian's postgresql-doc-15: ${PAGES_FOLDER} is missing.`)
  const site = await serveFolder(PAGES_FOLDER)
  const product = await startProduct({ env: { RATE_LIMITS, OUTBOUND_ALLOW: site.host } })
  try {
    const owner = await setUp(product.url)
    const params = { organization: owner.organizationId }
    const agent = (await must(product.url, 'createAgent', { params, body: { name: 'Manual' } }, owner)).data.id
    const seconds = await train(
      product,
      owner,
      agent,
      pages.map((page) => `${site.url}/${page}`),
    )
    console.log(
      `${pages.length} pages trained in ${seconds.toFixed(1)} s: ${(pages.length / seconds).toFixed(1)} pages/s`,
    )

    const answers: Asked[] = []
    let right = 0
    for (const { question, fact } of questions) {
      const asked = await ask(product, owner, agent, question)
      answers.push(asked)
      const isRight = fact.test(asked.content)
      if (isRight) right += 1
      console.log(`${isRight ? 'right' : 'WRONG'} ${String(asked.milliseconds).padStart(4)} ms  ${question}`)
      if (!isRight) console.log(`             ${asked.content.replaceAll('\n', ' ').slice(0, 200)}`)
    }
    let refused = 0
    for (const question of unanswerableForReport)
      if ((await ask(product, owner, agent, question)).decision === 'unknown') refused += 1

    const times = answers.map((asked) => asked.milliseconds).sort((a, b) => a - b)
    const median = times[Math.floor(times.length / 2)]!
    console.log(`${right} of ${questions.length} replies contain the fact`)
    console.log(`${refused} of ${unanswerableForReport.length} questions without an answer were not answered`)
    console.log(`reply stored after ${median} ms (median), ${times.at(-1)} ms (slowest)`)
    if (right < RIGHT_AT_LEAST || median >= MEDIAN_REPLY_MS) process.exitCode = 1
  } finally {
    await product.stop()
    removeData(product)
    site.close()
  }
}

async function train(product: Product, owner: Owner, agent: string, urls: string[]): Promise<number> {
  const started = performance.now()
  await must(product.url, 'createSource', { params: { agent }, body: { type: 'url', urls } }, owner)
  const count = async (status?: 'completed' | 'failed') =>
    (
      await must(
        product.url,
        'listSources',
        { params: { agent }, query: { per_page: 1, ...(status && { status }) } },
        owner,
      )
    ).body.meta.total
  while (performance.now() - started < TRAINING_MS) {
    if ((await count('failed')) > 0) throw new Error('A page could not be trained.')
    if ((await count('completed')) === urls.length) return (performance.now() - started) / 1000
    await new Promise((done) => setTimeout(done, 50))
  }
  throw new Error('Training did not end in time.')
}

async function ask(product: Product, owner: Owner, agent: string, content: string): Promise<Asked> {
  const conversation = (await must(product.url, 'createConversation', { params: { agent }, body: {} }, owner)).data.id
  const params = { agent, conversation }
  const sent = (await must(product.url, 'sendMessage', { params, body: { content } }, owner)).data
  const deadline = Date.now() + REPLY_MS
  while (Date.now() < deadline) {
    const { data } = await must(product.url, 'listMessages', { params }, owner)
    const reply = data.at(-1)
    if (reply?.role === 'assistant' && data.length > 2) {
      const trace = await call(
        product.url,
        'getAnswerTrace',
        { params: { ...params, message: reply.id } },
        { cookie: owner.cookie },
      )
      return {
        content: reply.content,
        decision: trace.data.decision,
        milliseconds: Date.parse(reply.created_at) - Date.parse(sent.created_at),
      }
    }
    await new Promise((done) => setTimeout(done, 10))
  }
  throw new Error(`No reply to: ${content}`)
}

await main()

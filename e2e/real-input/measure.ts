/**
 * Measures quality and speed of the built-in model's answers from real pages and companies' texts, without a server.
 * `node e2e/real-input/measure.ts` prints the figures for the questions that are kept for the report; with `tuning`,
 * for those that thresholds may be tuned on.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractHtmlDocument } from '#server/adapters/extract/html-document.ts'
import { createModels } from '#server/adapters/models/catalogue.ts'
import { generateReply, type Reply } from '#server/adapters/models/generate-reply.ts'
import { chunkDocument, chunkQuestion, embeddingText } from '#server/knowledge/chunk.ts'
import { createKnowledge } from '#server/knowledge/knowledge.ts'
import type { Chunk, ChunkText } from '#server/knowledge/types.ts'
import { companies } from './companies.ts'
import * as manual from './questions.ts'

type Material = { name: string; chunks: Chunk[] }
type Fact = { question: string; fact: RegExp }

const isTuning = process.argv.includes('tuning')
const knowledge = createKnowledge()
const models = createModels()
const searchTimes: number[] = []
const answerTimes: number[] = []

await report(
  await embedded('PostgreSQL manual', manualChunks()),
  isTuning ? manual.tuningQuestions : manual.questions,
  isTuning ? manual.unanswerableQuestions : manual.unanswerableForReport,
)
for (const company of companies.filter(({ tuning }) => tuning === isTuning)) {
  const text = chunkDocument({ title: company.name, markdown: company.text })
  const chunks = [...text, ...company.pairs.flatMap(chunkQuestion)].map((chunk) => ({ ...chunk, title: company.name }))
  await report(await embedded(company.name, chunks), company.answerable, company.unanswerable)
}
console.log(`search with units: ${percentiles(searchTimes)}; the whole answer: ${percentiles(answerTimes)}`)
await knowledge.close()

function manualChunks() {
  return manual.pages.flatMap((page) => {
    const html = readFileSync(join(manual.PAGES_FOLDER, page))
    const document = extractHtmlDocument(html, { url: null, contentType: 'text/html; charset=utf-8' })
    return chunkDocument(document).map((chunk) => ({ ...chunk, title: document.title, fromHtml: true }))
  })
}

async function embedded(name: string, texts: (ChunkText & { title: string; fromHtml?: boolean })[]): Promise<Material> {
  const start = performance.now()
  const embeddings = await knowledge.embed(texts.map(embeddingText))
  const perSecond = texts.length / ((performance.now() - start) / 1000)
  console.log(`${name}: ${texts.length} passages, embedded at ${perSecond.toFixed(0)} a second`)
  const chunks = texts.map((text, index) => {
    return { ...text, id: `${index}`, sourceId: name, url: null, embedding: embeddings[index]! }
  })
  return { name, chunks }
}

async function report(material: Material, good: readonly Fact[], bad: readonly string[]): Promise<void> {
  let right = 0
  let refused = 0
  for (const { question, fact } of good) {
    const reply = await ask(material, question)
    if (reply.decision !== 'answered') refused += 1
    else if (fact.test(reply.content)) right += 1
    if (reply.decision !== 'answered' || !fact.test(reply.content))
      console.log(`  missed (${reply.decision}): ${question}`)
  }
  let answered = 0
  for (const question of bad) {
    const reply = await ask(material, question)
    if (reply.decision !== 'answered') continue
    answered += 1
    console.log(`  should not have answered: ${question}`)
  }
  console.log(
    `  ${right} of ${good.length} facts, ${refused} refused; ${answered} of ${bad.length} answered without an answer`,
  )
}

async function ask({ name, chunks }: Material, question: string): Promise<Reply> {
  const start = performance.now()
  const passages = await knowledge.search({ agentId: name, version: 1, question, load: () => [chunks] })
  searchTimes.push(performance.now() - start)
  const reply = await generateReply({
    models,
    modelId: models.defaultModel.id,
    agent: { name: 'Assistant', instructions: null },
    history: [{ role: 'visitor', content: question }],
    passages,
    actions: [],
    humanIntervention: false,
    threshold: 'balanced',
    signal: new AbortController().signal,
  })
  answerTimes.push(performance.now() - start)
  return reply
}

function percentiles(times: number[]): string {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1)
  return `median ${at(0.5)} ms, 95 % within ${at(0.95)} ms`
}

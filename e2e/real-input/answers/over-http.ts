import { must, setUp } from '../../tools/client.ts'
import { removeData, startProduct } from '../../tools/product.ts'
import type { QuestionSet } from './questions.ts'
import type { Outcome } from './score.ts'

const PLENTY = '{"read":1000000,"write":1000000,"training":1000000,"polling":1000000}'
const LOOK_EVERY_MS = 200
const TRAINED_WITHIN_MS = 900_000
const ASKED_AT_ONCE = 4

/**
 * Starts the product, and asks it as a member asks the playground: each set has an agent of its own, and each paragraph
 * is a text source.
 */
export async function startAsking(threshold: 'cautious' | 'balanced' | 'bold') {
  const product = await startProduct({ env: { RATE_LIMITS: PLENTY } })
  const owner = await setUp(product.url)

  async function train({ name, paragraphs }: QuestionSet): Promise<{ agent: string; sources: Map<string, number> }> {
    const params = { organization: owner.organizationId }
    const agent = (await must(product.url, 'createAgent', { params, body: { name } }, owner)).data.id
    const sources = new Map<string, number>()
    for (const [at, { title, text }] of paragraphs.entries()) {
      const body = { type: 'text' as const, content: text, title }
      const { data } = await must(product.url, 'createSource', { params: { agent }, body }, owner)
      sources.set([data].flat()[0]!.id, at)
    }
    const query = { per_page: 1, status: 'completed' as const }
    for (const started = performance.now(); performance.now() - started < TRAINED_WITHIN_MS; ) {
      const { body } = await must(product.url, 'listSources', { params: { agent }, query }, owner)
      if (body.meta.total === paragraphs.length) return { agent, sources }
      await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))
    }
    throw new Error(`The sources of ${name} were not trained in time.`)
  }

  /** The playground streams events, of which the last one is the reply. */
  async function askOne(agent: string, content: string) {
    const response = await fetch(`${product.url}/api/v1/agents/${agent}/playground`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: owner.cookie },
      body: JSON.stringify({ messages: [{ role: 'visitor', content }], threshold }),
    })
    const last = (await response.text()).trimEnd().split('\n').at(-1) ?? ''
    if (!response.ok || !last.startsWith('data:'))
      throw new Error(`The playground answered ${response.status}: ${last}`)
    const event = JSON.parse(last.slice('data:'.length))
    return event.data ?? event
  }

  async function ask(set: QuestionSet): Promise<Outcome[]> {
    const { agent, sources } = await train(set)
    const outcomes: Outcome[] = []
    const rest = [...set.asked.entries()]
    const askNext = async () => {
      for (let next = rest.shift(); next; next = rest.shift()) {
        const [at, asked] = next
        const { content, trace } = await askOne(agent, asked.question)
        const cited = set.paragraphs[sources.get(trace.citations[0]?.source_id) ?? -1]
        const isRefusal = trace.decision !== 'answered' || trace.citations.length === 0
        outcomes[at] = { asked, reply: content, isRefusal, citedFirst: cited?.text === asked.text }
      }
    }
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, askNext))
    return outcomes
  }

  async function stop(): Promise<void> {
    await product.stop()
    removeData(product)
  }
  return { ask, stop }
}

import { strict as assert } from 'node:assert'
import { must, type Owner } from '../tools/client.ts'

const DEADLINE_MS = 180_000 // as a machine that runs everything at once takes ten times as long

/** Waits for what a look finds. @throws Error where it finds nothing for minutes */
export async function until<Found>(what: string, look: () => Promise<Found | undefined | false>): Promise<Found> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const found = await look()
    if (found) return found
    assert.ok(Date.now() < deadline, `Not within ${DEADLINE_MS / 1000} s: ${what}`)
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** Teaches the agent something, and waits until it is learnt. */
export async function teach(url: string, { key }: Owner, agent: string, body: object): Promise<void> {
  const { data } = await must(url, 'createSource', { params: { agent }, body } as never, { key })
  const { id: source } = (Array.isArray(data) ? data[0] : data) as { id: string }
  const ended = await until('a source is learnt', async () => {
    const found = await must(url, 'getSource', { params: { agent, source } }, { key })
    return /completed|failed/.test(found.data.status) && found.data
  })
  assert.equal(ended.status, 'completed')
}

/** Asks the agent in a new conversation, and returns its answer. */
export async function ask(url: string, { key }: Owner, agent: string, content: string): Promise<string> {
  const { data } = await must(url, 'createConversation', { params: { agent }, body: {} }, { key })
  const params = { agent, conversation: data.id }
  await must(url, 'sendMessage', { params, body: { content } }, { key })
  return until('a reply', async () => {
    const listed = await must(url, 'listMessages', { params, query: { per_page: 100 } } as never, { key })
    return (listed.data as { content: string }[])[2]?.content
  })
}

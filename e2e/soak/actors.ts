import { setTimeout as delay } from 'node:timers/promises'
import { makeDocx, makePdf, paragraph } from '#server/adapters/extract/files.fixture.ts'
import { followEvents } from '../bench/tools/events.ts'
import type { Site } from '../bench/tools/site.ts'
import { passage, sentence } from '../bench/tools/words.ts'
import { must, type Owner } from '../tools/client.ts'

export const tallies = ['replies', 'texts', 'pages', 'files', 'crawls', 'views', 'webhooks'] as const
export type Tally = Record<(typeof tallies)[number], number>

export interface Stage {
  url: string
  owner: Owner
  /**
   * An agent with much knowledge and one with little. Two visitors ask the one and two the other; trainers and
   * dashboards alternate between them.
   */
  agents: string[]
  site: Site
  done: Tally
  isOver(): boolean
}

export const SITE_PAGES = 200
const TEXT_CHARACTERS = 20_000 // about 35 chunks
const PAGES_AT_ONCE = 10
const PATIENCE_MS = 300_000
const POLL_MS = 100

/** Activities that run side by side; each is repeated until the run is over. */
export const actors: ((stage: Stage, turn: number) => Promise<void>)[] = [
  ...Array.from({ length: 4 }, (_, visitor) => (stage: Stage, turn: number) => visit(stage, turn * 4 + visitor)),
  trainText,
  trainPages,
  trainFile,
  crawl,
  look,
  look,
]

const agentOf = (stage: Stage, turn: number) => stage.agents[turn % stage.agents.length]!

/** A visitor asks two questions, waiting for each reply, and leaves. */
export async function visit(stage: Stage, turn: number): Promise<void> {
  const { url, owner } = stage
  const agent = agentOf(stage, turn)
  const { id } = (await must(url, 'createConversation', { params: { agent }, body: {} }, owner)).data
  const params = { agent, conversation: id }
  for (const number of [turn, turn + 1]) {
    const { data: sent } = await must(url, 'sendMessage', { params, body: { content: sentence(number * 7) } }, owner)
    await until(async () => {
      const { data } = await must(url, 'listMessages', { params, query: { per_page: 10 } }, owner)
      return data.some(({ role, created_at }) => role === 'assistant' && created_at > sent.created_at)
    })
    stage.done.replies += 1
    await delay(500)
  }
  await must(url, 'updateConversation', { params, body: { status: 'closed' } }, owner)
}

export async function trainText(stage: Stage, turn: number): Promise<void> {
  const content = passage(turn * 1_000, TEXT_CHARACTERS)
  const agent = agentOf(stage, turn)
  const { data } = await must(
    stage.url,
    'createSource',
    { params: { agent }, body: { type: 'text', content } },
    stage.owner,
  )
  await learnAndForget(stage, agent, [data].flat())
  stage.done.texts += 1
}

export async function trainPages(stage: Stage, turn: number): Promise<void> {
  const urls = Array.from(
    { length: PAGES_AT_ONCE },
    (_, page) => `${stage.site.url}page/${(turn * PAGES_AT_ONCE + page) % SITE_PAGES}`,
  )
  const agent = agentOf(stage, turn)
  const { data } = await must(
    stage.url,
    'createSource',
    { params: { agent }, body: { type: 'url', urls } },
    stage.owner,
  )
  await learnAndForget(stage, agent, [data].flat())
  stage.done.pages += PAGES_AT_ONCE
}

export async function trainFile(stage: Stage, turn: number): Promise<void> {
  const lines = Array.from({ length: 40 }, (_, line) => sentence(turn * 100 + line))
  const made =
    turn % 2 === 0
      ? makePdf([lines.map((text) => ({ text, size: 12 }))])
      : makeDocx(lines.map((text) => paragraph(text)).join(''))
  const file = new File([new Uint8Array(made)], turn % 2 === 0 ? 'guide.pdf' : 'guide.docx')
  const agent = agentOf(stage, turn)
  // A body with a file is sent as a form, which the contract's type of the JSON body does not cover.
  const body = { type: 'file', file } as never
  const { data } = await must(stage.url, 'createSource', { params: { agent }, body }, stage.owner)
  await learnAndForget(stage, agent, [data].flat())
  stage.done.files += 1
}

/**
 * Waits for the training, trains the first source again, and deletes all, so that the agents' knowledge keeps its size.
 */
async function learnAndForget({ url, owner }: Stage, agent: string, sources: { id: string }[]): Promise<void> {
  const trained = (source: string) =>
    until(async () => {
      const { status } = (await must(url, 'getSource', { params: { agent, source } }, owner)).data
      if (status === 'failed') throw new Error('A source could not be trained on.')
      return status === 'completed'
    })
  for (const { id } of sources) await trained(id)
  const again = { params: { agent, source: sources[0]!.id } }
  await must(url, 'retrainSource', again, owner)
  await trained(again.params.source)
  for (const { id } of sources) await must(url, 'deleteSource', { params: { agent, source: id } }, owner)
}

export async function crawl(stage: Stage): Promise<void> {
  const params = { organization: stage.owner.organizationId }
  const { data } = await must(stage.url, 'startCrawl', { params, body: { url: stage.site.url } }, stage.owner)
  await until(async () => {
    const { status } = (await must(stage.url, 'getCrawl', { params: { ...params, taskId: data.task_id } }, stage.owner))
      .data
    if (status === 'failed') throw new Error('The crawl failed.')
    return status === 'completed'
  })
  stage.done.crawls += 1
  await delay(5_000)
}

/** Acts as a dashboard: follows the event stream for a while and reads the lists that its screens show. */
export async function look(stage: Stage, turn: number): Promise<void> {
  const { url, owner } = stage
  const agent = agentOf(stage, turn)
  const organization = owner.organizationId
  const stream = await followEvents(url, owner)
  try {
    for (let view = 0; view < 30 && !stage.isOver(); view += 1) {
      await must(url, 'listInbox', { params: { organization }, query: { view: 'open' } }, owner)
      await must(url, 'getInboxSummary', { params: { organization }, query: {} }, owner)
      await must(url, 'listSources', { params: { agent }, query: { per_page: 20 } }, owner)
      await must(url, 'listConversations', { params: { agent }, query: { per_page: 20 } }, owner)
      stage.done.views += 1
      await delay(1_000)
    }
  } finally {
    stream.stop()
  }
}

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('It did not come to that in time.')
    await delay(POLL_MS)
  }
}

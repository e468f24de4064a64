import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Input } from '#contract/index.ts'
import type { RouteName } from '#contract/routes.ts'
import { call, must, type Owner } from '../../tools/client.ts'
import type { Installation } from './installation.ts'
import { storedRows } from './stored.ts'

/** A POST with its own idempotency key; the tag identifies what it created. */
interface Post {
  tag: string
  key: string
  name: RouteName
  input: Input<RouteName>
  /** The thing created, as named by each answer received. */
  answers: { id: string; isReplayed: boolean }[]
  /** Milliseconds since 1970 before which the request must not be repeated. */
  notBefore: number
}

/** Sends POST requests with idempotency keys to a product that may die or fail, each until it was answered twice. */
export interface KeyedPosts {
  /** Counts the requests made so far, those not yet answered twice (`open`), the answers and the failures. */
  counts(): { made: number; open: number; answers: number; failures: number }
  /**
   * Keeps `atOnce` requests under way and makes new ones up to `total`; ends when all are answered or `isOver` returns
   * true.
   */
  send(options: { atOnce: number; total: number; isOver?: () => boolean }): Promise<void>
  /**
   * Checks that the answers to each request name one thing.
   * @returns operations and tags of the requests that were carried out twice, or never
   */
  check(installation: Installation): Promise<{ twice: string[]; never: string[] }>
}

/** Milliseconds before repeating a request whose key is in use: the process that used it may have died. */
const BUSY_MS = 1_000
const PLACES = 10
/** An agent has at most 100 actions and 200 drafts, and a tenth of the posts adds either. */
const POSTS_OF_AN_AGENT = 500
const AGENTS = 20

/** @param owner Owns the agent to which the requests add. */
export async function createKeyedPosts(url: string, owner: Owner, agent: string): Promise<KeyedPosts> {
  const params = { agent }
  const conversations: string[] = []
  for (let place = 0; place < PLACES; place += 1) {
    const { id } = (await must(url, 'createConversation', { params, body: {} }, owner)).data
    conversations.push(id)
    // People answer in every second conversation; in the others the AI does, until a person's message comes.
    const human = { params: { agent, conversation: id }, body: { response_mode: 'human' as const } }
    if (place % 2 === 0) await must(url, 'updateConversation', human, owner)
  }
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, async (_, index) => {
      const body = { name: `Agent ${index}` }
      return (await must(url, 'createAgent', { params: { organization: owner.organizationId }, body }, owner)).data.id
    }),
  )
  const posts: Post[] = []
  let failures = 0

  function make(): Post {
    const number = posts.length
    const tag = `once-${number}-${randomUUID().slice(0, 8)}`
    const own = { agent: agents[Math.floor(number / POSTS_OF_AN_AGENT) % agents.length]! }
    const inside = { agent, conversation: conversations[number % PLACES]! }
    const field = { name: 'email', label: 'E-mail', type: 'email', required: true }
    const kinds: [RouteName, object][] = [
      ['createAgent', { params: { organization: owner.organizationId }, body: { name: tag } }],
      ['createConversation', { params, body: { chat_user_id: tag } }],
      ['sendMessage', { params: inside, body: { content: tag } }],
      ['sendHumanMessage', { params: inside, body: { content: tag } }],
      ['createSource', { params, body: { type: 'text', title: tag, content: 'We open at nine.' } }],
      ['createSource', { params, body: { type: 'file', title: tag, file: new File(['We open at nine.'], 'a.txt') } }],
      ['createDraft', { params: own, body: { title: tag, content: '' } }],
      ['createAction', { params: own, body: { slug: tag, name: tag, description: tag, fields: [field] } }],
      ['importConversation', { params, body: { origin: 'widget', chat_user: { id: tag } } }],
      [
        'createApiKey',
        {
          params: { organization: owner.organizationId },
          body: { name: tag, scopes: ['agent:read'], expires_at: 'lifetime' },
        },
      ],
    ]
    const [name, input] = kinds[Math.floor(Math.random() * kinds.length)]!
    const post = { tag, key: randomUUID(), name, input: input as Input<RouteName>, answers: [], notBefore: 0 }
    posts.push(post)
    return post
  }

  async function sendOne(post: Post): Promise<void> {
    const credentials = { ...owner, headers: { 'idempotency-key': post.key } }
    const answer = await call(url, post.name, post.input, credentials).catch(() => undefined)
    if (answer === undefined || answer.status >= 500) {
      failures += 1
      post.notBefore = Date.now() + BUSY_MS / 10
      return
    }
    if (answer.status === 409 && answer.body.error.code === 'idempotency_in_progress') {
      post.notBefore = Date.now() + BUSY_MS
      return
    }
    expect(answer.status, `${post.name} ${post.tag}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    const isReplayed = answer.headers.get('idempotent-replayed') === 'true'
    post.answers.push({ id: answer.body.data.id, isReplayed })
  }

  const isOpen = ({ answers }: Post) => answers.length < 2

  return {
    counts: () => ({
      made: posts.length,
      open: posts.filter(isOpen).length,
      answers: posts.reduce((sum, { answers }) => sum + answers.length, 0),
      failures,
    }),
    async send({ atOnce, total, isOver = () => false }) {
      const left = posts.filter(isOpen)
      const sender = async () => {
        while (!isOver()) {
          const waiting = left.findIndex(({ notBefore }) => notBefore <= Date.now())
          const post = waiting >= 0 ? left.splice(waiting, 1)[0]! : posts.length < total ? make() : undefined
          if (post) await sendOne(post)
          if (post && isOpen(post)) left.push(post)
          if (post) continue
          if (left.length === 0) return
          await delay(50)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, sender))
    },
    async check(installation) {
      for (const { tag, answers } of posts) {
        expect(answers.length, tag).toBeGreaterThan(1)
        expect(new Set(answers.map(({ id }) => id)).size, tag).toBe(1)
        expect(answers.filter(({ isReplayed }) => !isReplayed).length, tag).toBeLessThan(2)
      }
      const tags = await storedRows<{ tag: string }>(installation, TAGS)
      const done = Map.groupBy(tags, ({ tag }) => tag)
      return {
        twice: posts.filter(({ tag }) => (done.get(tag)?.length ?? 0) > 1).map(({ tag, name }) => `${name} ${tag}`),
        never: posts.filter(({ tag }) => !done.has(tag)).map(({ tag, name }) => `${name} ${tag}`),
      }
    },
  }
}

/** The tags of everything that was created. */
const TAGS = `select name as tag from agents union all select chat_user_id from conversations
  union all select content from messages where role <> 'assistant' union all select title from sources
  union all select slug from agent_actions union all select name from api_keys`

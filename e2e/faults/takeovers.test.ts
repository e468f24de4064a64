import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startSlowWriter } from '#server/testing/slow-writer.ts'
import { createChat } from '../../src/widget/panel/chat.ts'
import { keeperOf } from '../../src/widget/panel/keeper.ts'
import type { State } from '../../src/widget/panel/types.ts'
import { until } from '../api/support/until.ts'
import { must } from '../tools/client.ts'
import { freePort } from '../tools/free-port.ts'
import { databaseNames, newAgent, newInstallation } from './support/installation.ts'

const TAKEOVERS = Number(process.env.STREAM_TAKEOVERS ?? 16)
const AT_ONCE = 8
const WORDS = 100
const WORD_MS = 8

const any = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)]!
const spread = (times: number[]) => {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(0)
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, at most ${at(1)}`
}
const lastWord = (text: string) => Math.max(0, ...[...text.matchAll(/w(\d+)/g)].map(([, word]) => Number(word)))

/** Sends requests of the panel's own client to any process, each visitor's from an address of their own. */
function sendTo(urls: readonly string[], heard: (token: string, text: string) => void): void {
  const addresses = new Map<string, string>()
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (!url.startsWith('/')) return real(url, init)
    const headers = new Headers(init.headers)
    const who = headers.get('Authorization') ?? `new ${addresses.size}`
    if (!addresses.has(who)) addresses.set(who, `10.0.${addresses.size >> 8}.${addresses.size & 255}`)
    headers.set('X-Forwarded-For', addresses.get(who)!)
    const answer = await real(new URL(url, any(urls)), { ...init, headers })
    if (!url.endsWith('/events') || !answer.body) return answer
    const [screen, socket] = answer.body.tee()
    const listening = async () => {
      for await (const text of socket.pipeThrough(new TextDecoderStream())) heard(who, text)
    }
    listening().catch(() => {}) // the panel has left
    return new Response(screen, answer)
  })
}

afterEach(() => vi.unstubAllGlobals())

describe.each(databaseNames())('replies that are taken over while they are written, on %s', (database) => {
  it(`says no word of the AI after a person's, in ${TAKEOVERS} takeovers`, { timeout: 1_200_000 }, async () => {
    const writer = await startSlowWriter()
    Object.assign(writer.pace, { words: WORDS, wordMs: WORD_MS })
    const installation = await newInstallation(database, {
      env: {
        TRUST_PROXY: '127.0.0.1/32',
        OPENAI_COMPATIBLE_BASE_URL: writer.url,
        OPENAI_COMPATIBLE_MODELS: 'writer',
      },
    })
    try {
      const { product, owner } = await installation.begin()
      const products = [product]
      if (database === 'PostgreSQL') products.push(await installation.start({}, await freePort()))
      const urls = products.map(({ url }) => url)
      const models = (await must(product.url, 'listAiModels', {}, owner)).data
      const model = models.find(({ slug }) => slug === 'writer')!.id
      const agent = await newAgent(product.url, owner, { id: model })
      const params = { agent }
      await must(
        product.url,
        'updateAgentSettings',
        { params, body: { ai_replies_per_day: 100_000, verification: 'off' } },
        owner,
      )
      await must(product.url, 'updateAgent', { params, body: { human_intervention: true } }, owner)
      const sockets = new Map<string, { text: string; at: number }[]>()
      sendTo(urls, (who, text) => {
        if (!sockets.has(who)) sockets.set(who, [])
        sockets.get(who)!.push({ text, at: performance.now() })
      })
      vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))

      const lastPieces: number[] = []
      const lastWords: number[] = []
      async function takeOver(number: number) {
        const values = new Map<string, string>()
        const screens: { state: State; at: number }[] = []
        const chat = createChat({
          agent,
          keeper: keeperOf(values, () => {}),
          place: { page_url: '', referrer: '', locale: 'en' },
          changed: (state) => void screens.push({ state, at: performance.now() }),
          heard() {},
        })
        const now = () => screens.at(-1)!.state
        await chat.start()
        // A stream that begins after the reply shows nothing of it, as on a busy machine: then there is another question.
        const heard = () => sockets.get(`Bearer ${values.get('token')}`) ?? []
        let asked = 0
        let since = { socket: 0, screen: 0 }
        while (now().reply === null) {
          asked += 1
          since = { socket: heard().length, screen: screens.length }
          chat.send(`Question ${number}, ${asked}`)
          const answers = () => now().items.filter((item) => 'message' in item && item.message.content.startsWith('w1'))
          await until('the AI has answered', async () => now().reply !== null || answers().length === asked)
        }
        const question = `Question ${number}, ${asked}`
        await delay(Math.random() * WORDS * WORD_MS * 0.6)
        const conversation = await until('the conversation is known', async () => now().conversation?.id)
        await must(any(urls), 'sendHumanMessage', { params: { agent, conversation }, body: { content: 'Me' } }, owner)
        const answered = performance.now()
        const before = writer.written(question)
        const isOver = ({ items }: State) => items.some((item) => 'message' in item && item.message.role === 'human')
        await until('the person is on screen', async () => isOver(now()) && writer.written(question) === WORDS)
        await delay(Math.random() * 50) // a word that came late would be told by now
        const pieces = heard().slice(since.socket)
        const shown = screens.slice(since.screen)
        chat.end()
        const socket = pieces.filter(({ text }) => text.includes('event: reply.delta'))
        expect(lastWord(socket.map(({ text }) => text).join(''))).toBeLessThanOrEqual(before)
        const withWords = shown.filter(({ state }) => state.reply !== null)
        expect(lastWord(withWords.map(({ state }) => state.reply!.text).join(' '))).toBeLessThanOrEqual(before)
        expect(
          screens.slice(screens.findIndex(({ state }) => isOver(state))).filter(({ state }) => state.reply),
        ).toEqual([])
        lastPieces.push((socket.at(-1)?.at ?? answered) - answered)
        const gone = screens[screens.findLastIndex(({ state }) => state.reply !== null) + 1]!
        lastWords.push(gone.at - answered)
        const { data } = await must(product.url, 'listMessages', { params: { agent, conversation } }, owner)
        const person = data.findIndex(({ role }) => role === 'human')
        expect(data.slice(person).map(({ role }) => role)).toEqual(['human'])
      }
      let begun = 0
      const takeOverInTurn = async () => {
        while (begun < TAKEOVERS) {
          begun += 1
          await takeOver(begun)
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, takeOverInTurn))
      console.log(
        `${database}, ${urls.length} processes, ${TAKEOVERS} takeovers. Milliseconds after the takeover's answer: the last piece came ${spread(lastPieces)}, the last words left the screen ${spread(lastWords)}`,
      )
      for (const one of products) expect(await one.stop()).toBe(0)
    } finally {
      writer.close()
      await installation.remove()
    }
  })
})

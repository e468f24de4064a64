import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Passage } from '../../knowledge/types.ts'
import { silent, startWrongProvider, wrongs } from '../../testing/wrong-provider.ts'
import { createModels, type Models } from './catalogue.ts'
import { generateReply, type Reply } from './generate-reply.ts'

const passage = (content: string, id: string): Passage => ({
  ...{ id, sourceId: id, title: 'Pool', url: null, heading: null, content, score: 0.9, similarity: 0.7 },
  ...{ trust: 1, whole: 1, asked: [], coverage: 1, among: 1, headingSimilarity: 0.4 },
  units: [{ kind: 'sentence', block: 0, text: content, similarity: 0.8, coverage: 1 }],
})
const PAGES = ['The pool opens at 8:00.', 'Dogs are not allowed in the pool area.'].map((content, at) =>
  passage(content, `page-${at}`),
)

const UNSUPPORTED = 'not_supported'
const INSTEAD = 'the built-in model answers'
const OWN = 'its own right sentence'
/** What comes of each: the model's own right sentence, an answer of the built-in model in its place, or why it is none. */
const ends: Record<string, string> = {
  'invents-a-price': UNSUPPORTED,
  'cites-wrongly': UNSUPPORTED,
  'cites-nothing': UNSUPPORTED,
  'repeats-its-prompt': 'leaked',
  'answers-in-another-language': UNSUPPORTED,
  'thinks-aloud': OWN,
  'never-stops': UNSUPPORTED,
  // It is stopped when it has written far more than a message, of which nothing is supported.
  'says-40-megabytes': UNSUPPORTED,
}
const MEGABYTE = 1_048_576
/** More than is read of an answer, as a little is on its way when the connection is closed. */
const MOST_WRITTEN = 8 * MEGABYTE

describe.each(['openai', 'anthropic'] as const)('a model that does everything wrong, in the shape of %s', (shape) => {
  let provider: Awaited<ReturnType<typeof startWrongProvider>>
  let models: Models
  beforeAll(async () => {
    provider = await startWrongProvider()
    const names = Object.keys(wrongs)
    models =
      shape === 'openai'
        ? createModels({ openaiCompatible: { baseUrl: provider.url, models: names } })
        : createModels({
            keys: { anthropic: 'a-key' },
            baseUrls: { anthropic: provider.url },
            slugs: { anthropic: names },
          })
  })
  afterAll(() => provider.close())

  async function replyOf(name: string): Promise<{ reply: Reply; told: string }> {
    let told = ''
    const listener = {
      writes(text: string) {
        told = text
      },
      replaced() {
        told = ''
      },
    }
    const reply = await generateReply({
      ...{ models, listener, modelId: models.list().find(({ slug }) => slug === name)!.id },
      agent: { name: 'Pool', instructions: null },
      history: [{ role: 'visitor', content: 'When does the pool open?' }],
      ...{ passages: PAGES, actions: [], humanIntervention: false, threshold: 'balanced', verification: 'strict' },
      ...{ signal: new AbortController().signal, retries: 1 },
      ...(silent.includes(name) && { timeoutMs: 500 }),
    })
    return { reply, told }
  }

  it.each(Object.keys(wrongs))('ends in something that a visitor can read: %s', async (name) => {
    const { reply, told } = await replyOf(name)
    const own = reply.model === name ? OWN : INSTEAD
    expect(reply.reason ?? own).toBe(ends[name] ?? INSTEAD)
    if (reply.reason === null) expect(reply.content).toBe('The pool opens at 8:00.')
    for (const text of [reply.content, told])
      expect(text).not.toMatch(/99\.50|massages|<think>|End each sentence|and so on|long long|Schwimmbad|not al$/)
    const most = Math.max(...provider.asked.filter(({ model }) => model === name).map(({ written }) => written))
    expect(most).toBeLessThan(MOST_WRITTEN)
    if (name === 'says-40-megabytes') expect(most).toBeGreaterThan(MEGABYTE / 10)
  })

  it('is asked again after as long as it wants, where that is not too long', async () => {
    const waited = async (name: string) => {
      const begun = performance.now()
      const before = provider.asked.length
      await replyOf(name)
      return { asked: provider.asked.length - before, seconds: (performance.now() - begun) / 1_000 }
    }
    const second = await waited('answers-429-for-a-second')
    expect(second.asked).toBe(2)
    expect(second.seconds).toBeGreaterThan(1)
    const hour = await waited('answers-429-until-a-date')
    expect(hour.asked).toBe(2)
    expect(hour.seconds).toBeLessThan(30)
    expect((await waited('answers-401')).asked).toBe(1)
  })
})

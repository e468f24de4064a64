import { describe, expect, it } from 'vitest'
import { until } from '../api/support/until.ts'
import { type Credentials, must } from '../tools/client.ts'
import { databaseNames, ended, newInstallation } from './support/installation.ts'
import { killEnvironment, setKillPoint } from './support/kill-points.ts'

const HOUSE = [
  'Breakfast is served from 7:00 to 10:30 in the garden room.',
  'The pool opens at 8:00 and closes at 21:00.',
  'Parking costs 12 euros a night.',
]
const ASKED = ['When is breakfast served?', 'When does the pool open?', 'How much is parking?']
const CHECKS = 12 // a run stores eight results together
const ANSWER = 'Dogs are welcome for 15 euros a night.'
/**
 * What has just been committed when each process dies. Each database dies at every second one, and at all of them in a
 * run of its own.
 */
const POINTS = [
  'insert into "check_results"',
  'insert into "gap_messages"',
  'update "proof_questions"',
  'update "proofs"',
  'update "impact_answers"',
  'update "source_bulks"',
]

const isWhole = process.env.FAULT_KILLS !== undefined

/** Who sends a request, with an idempotency key of its own. */
type Keyed = (part?: string) => Credentials

describe.each(databaseNames())('kill -9 while an agent is made better, on %s', (database) => {
  it('ends what was begun, and does nothing twice', { timeout: 1_200_000 }, async () => {
    const installation = await newInstallation(database)
    const { url } = installation
    try {
      const chosen = POINTS.filter((_, at) => isWhole || at % 2 === (database === 'SQLite' ? 0 : 1))
      let points = POINTS
      const nextPoint = () => {
        const statement = points.find((point) => chosen.includes(point))
        return statement === undefined ? undefined : killEnvironment({ when: 'after', statement, isSet: false })
      }
      let { product, owner, agent } = await installation.begin(nextPoint())
      const params = { agent }
      /** Sends requests that the process does not survive, and sends them again to the next one, under the same keys. */
      async function dieIn<Answered>(send: (keyed: Keyed) => Promise<Answered>): Promise<Answered> {
        const key = crypto.randomUUID()
        const keyed = (part = '') => ({ ...owner, headers: { 'idempotency-key': key + part } })
        const [point = ''] = points
        points = points.slice(1)
        if (!chosen.includes(point)) return send(keyed)
        await setKillPoint(product)
        const [{ signal }] = await Promise.all([ended(product), send(keyed).catch(() => undefined)])
        expect(signal, point).toBe('SIGKILL')
        product = await installation.start(nextPoint())
        return send(keyed)
      }
      const learn = async (content: string) => {
        const body = { type: 'text' as const, content }
        return (await must(url, 'createSource', { params, body }, owner)).data as { id: string }
      }
      const areTrained = () =>
        until('all is trained', async () => {
          const { data } = await must(url, 'listFullSources', { params }, owner)
          return data.every(({ status }) => status === 'completed') && data
        })
      const ask = async (content: string, keyed: Keyed = () => owner) => {
        const { data } = await must(url, 'createConversation', { params, body: {} }, keyed('conversation'))
        const place = { ...params, conversation: data.id }
        await must(url, 'sendMessage', { params: place, body: { content } }, keyed('message'))
        return until('a reply', async () => {
          const messages = (await must(url, 'listMessages', { params: place }, owner)).data
          return messages.at(-1)?.role === 'assistant' && messages.at(-1)
        })
      }
      const gap = () =>
        until('the question stands in a gap', async () => (await must(url, 'listGaps', { params }, owner)).data[0])

      const sources = []
      for (const content of HOUSE) sources.push((await learn(content)).id)
      await areTrained()
      for (const question of ASKED) await ask(question)
      for (let check = 0; check < CHECKS; check += 1) {
        const body = { question: ASKED[check % ASKED.length]!, expects: 'answers' as const }
        await must(url, 'createCheck', { params, body }, owner)
      }

      const run = await dieIn((keyed) => must(url, 'createCheckRun', { params, body: {} }, keyed()))
      const results = await until('the run is over', async () => {
        const { data } = await must(url, 'getCheckRun', { params: { ...params, run: run.data.id } }, owner)
        return data.status !== 'pending' && data
      })
      expect(results).toMatchObject({ status: 'done', asked: CHECKS, passed: CHECKS, failed: 0 })
      expect(new Set(results.results.map(({ check_id }) => check_id)).size).toBe(CHECKS)

      await dieIn((keyed) => ask('Can I bring my dog?', keyed))
      const { id, count } = await gap()
      expect(count).toBe(1)

      const lesson = { question: 'Can I bring my dog?', answer: ANSWER, from: { gap: id } }
      const taught = await dieIn((keyed) => must(url, 'teach', { params, body: lesson }, keyed()))
      const proved = (round: string) =>
        until(`the proof is over, ${round}`, async () => {
          const { data } = await must(url, 'getProof', { params: { ...params, proof: taught.data.id } }, owner)
          return data.status !== 'pending' && data
        })
      const proof = await proved('taught')
      expect(proof).toMatchObject({ status: 'done', results: [{ verdict: 'proved' }] })
      expect(await gap()).toMatchObject({ state: 'taught' })
      expect((await areTrained()).length).toBe(HOUSE.length + 1)
      const ofProof = { ...params, proof: taught.data.id }
      await dieIn((keyed) => must(url, 'undoProof', { params: ofProof, body: {} }, keyed()))
      expect(await proved('taken back')).toMatchObject({ undone: true, results: [{ verdict: 'still_unknown' }] })
      expect((await areTrained()).length).toBe(HOUSE.length)

      const without = { without: [sources[0]!] }
      const impact = await dieIn((keyed) => must(url, 'createImpact', { params, body: without }, keyed()))
      const becomes = await until('it is found out', async () => {
        const { data } = await must(url, 'getImpact', { params: { ...params, impact: impact.data.id } }, owner)
        return data.status !== 'pending' && data
      })
      expect(becomes).toMatchObject({ status: 'done', answers_90_days: 1, becomes: [{ verdict: 'changed' }] })
      expect(becomes.checks.filter(({ change }) => change === 'broke').length).toBe(CHECKS / ASKED.length)

      const body = { ids: sources, do: 'delete' as const }
      const bulk = await dieIn((keyed) => must(url, 'createSourceBulk', { params, body }, keyed()))
      const deleted = await until('all are deleted', async () => {
        const { data } = await must(url, 'getSourceBulk', { params: { ...params, bulk: bulk.data.id } }, owner)
        return data.status !== 'pending' && data
      })
      expect(deleted).toEqual({ status: 'done', total: HOUSE.length, done: HOUSE.length, failed: 0 })
      expect(await areTrained()).toEqual([])
      expect(await product.stop()).toBe(0)
    } finally {
      await installation.remove()
    }
  })
})

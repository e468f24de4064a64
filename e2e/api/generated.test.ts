import fc from 'fast-check'
import { Pool } from 'undici'
import { describe, expect, inject, it } from 'vitest'
import { basePaths } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { newAccount } from './support/account.ts'
import { checkAnswer } from './support/check-answer.ts'
import { type Ids, newVictim, populate } from './support/population.ts'
import { anyRequest, type Generated } from './support/requests.ts'
import { speak } from './support/speak.ts'

const products = inject('products')
/** Number of generated requests, divided among the databases under test. */
const REQUESTS = Number(process.env.GENERATED_REQUESTS ?? 12_000)
const AT_ONCE = 40
const SEED = Number(process.env.GENERATED_SEED ?? Date.now() % 2 ** 31)
const MINUTES = 60_000

describe.concurrent('generated requests', () => {
  it.each(products)(
    'no 5xx, every error in the envelope with a code of the contract, every success as the contract has it, on $database',
    async ({ url }) => {
      const account = await newAccount({ url })
      const population = await populate(account)
      const pool = new Pool(url, { connections: AT_ONCE, pipelining: 1 })
      const statuses = new Map<number, number>()

      async function send(generated: Generated): Promise<void> {
        const ids = await idsOf(generated)
        const path = routes[generated.name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
          encodeURIComponent(ids[key]!.toWellFormed()),
        )
        const headers = Object.entries(generated.headers).filter(([, value]) => value !== '')
        const answer = await pool.request({
          path: basePaths.public + path + generated.query,
          method: routes[generated.name].method,
          headers: { ...Object.fromEntries(headers), authorization: authorization(generated) },
          body: generated.body ?? null,
        })
        const text = await answer.body.text()
        const body = text === '' ? undefined : JSON.parse(text)
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
        const received = new Headers(answer.headers as Record<string, string>)
        await checkAnswer(url, generated.name, { status: answer.statusCode, headers: received, body })
      }

      const authorization = ({ headers }: Generated) =>
        headers.authorization === 'own' ? `Bearer ${account.key}` : headers.authorization!

      async function idsOf({ name, params }: Generated): Promise<Ids> {
        const numbers = Object.values(params).filter((value) => typeof value === 'number')
        const known = population[(numbers[0] ?? 0) % population.length]!
        const isDeleted = Object.values(params).every((value) => typeof value === 'number')
        const victim = isDeleted ? await newVictim(account, name, known) : {}
        const ids = Object.entries({ ...known, ...victim })
        return { ...Object.fromEntries(ids), ...Object.fromEntries(Object.entries(params).filter(isWrong)) }
      }

      const batch = fc.array(anyRequest, { minLength: AT_ONCE, maxLength: AT_ONCE })
      const property = fc.asyncProperty(batch, async (requests) => {
        await Promise.all(requests.map(send))
      })
      const numRuns = Math.ceil(REQUESTS / products.length / AT_ONCE)
      await fc.assert(property, { numRuns, seed: SEED, endOnFailure: false, interruptAfterTimeLimit: 10 * MINUTES })
      await pool.close()
      const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`)
      console.log(`${numRuns * AT_ONCE} requests (GENERATED_SEED=${SEED}): ${counts.join(', ')}`)
      for (const status of [200, 201, 202, 204, 304, 400, 401, 404, 409, 415, 422, 423])
        expect(statuses.get(status), `${status} came up`).toBeGreaterThan(0)
    },
    15 * MINUTES,
  )

  it(
    'meanwhile, a request not received whole is cut off: headers in 15 s, all of it in 60 s',
    async () => {
      const { url } = products[0]!
      const from = Date.now()
      const timed = async (text: string) => ({ heard: await speak(url, text), seconds: (Date.now() - from) / 1000 })
      const [headers, body] = await Promise.all([
        timed('GET /v1/ai-models HTTP/1.1\r\nHost: x\r\nX-Slow: '),
        timed(
          'POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
        ),
      ])
      for (const { heard } of [headers, body]) expect(heard).toMatch(/^HTTP\/1.1 408 /)
      expect(Math.floor(headers.seconds)).toBeGreaterThanOrEqual(15)
      expect(headers.seconds).toBeLessThan(50)
      expect(Math.floor(body.seconds)).toBeGreaterThanOrEqual(60)
      expect(body.seconds).toBeLessThan(100)
    },
    2 * MINUTES,
  )
})

function isWrong(entry: [string, string | number]): entry is [string, string] {
  return typeof entry[1] === 'string'
}

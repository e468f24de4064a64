import { randomUUID } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { visitorRates } from '#contract/limits.ts'
import { basePaths } from '#contract/route.ts'

const VISITS_AN_ADDRESS = Math.min(10, visitorRates.session, visitorRates.conversation)
const AT_ONCE = 50

/** A visitor of a website. So few have the same IP address that no limit refuses one of them. */
export interface Visitor {
  token: string
  headers: Record<string, string>
}

/**
 * Begins visits of an agent's chat. The product must trust the proxy 127.0.0.1.
 * @param from how many visits were begun before, whose addresses are not used again
 */
export async function beginVisits(url: string, agent: string, count: number, from = 0): Promise<Visitor[]> {
  const visitors: Visitor[] = []
  for (let begun = 0; begun < count; begun += AT_ONCE)
    visitors.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, count - begun) }, async (_, index) => {
          const network = Math.floor((from + begun + index) / VISITS_AN_ADDRESS)
          const address = { 'x-forwarded-for': `10.1.${network >> 8}.${network & 255}` }
          const { token } = await send(url, `/agents/${agent}/sessions`, {}, address)
          return { token, headers: { ...address, authorization: `Bearer ${token}` } }
        }),
      )),
    )
  return visitors
}

export const write = (url: string, { headers }: Visitor, content: string) =>
  send(url, '/messages', { id: randomUUID(), content }, headers)

async function send(url: string, path: string, body: object, headers: Record<string, string>) {
  const answer = await fetch(`${url}${basePaths.widget}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const { data, error } = (await answer.json()) as { data: { token: string }; error?: object }
  if (error) throw new Error(`${path} was answered with ${answer.status}: ${JSON.stringify(error)}`)
  return data
}

/** Opens a visitor's stream, and calls `heard` with each piece of its text. Resolves once it has begun. */
export function openStream(url: string, { headers }: Visitor, heard: (text: string) => void = () => {}) {
  return new Promise<{ close(): void }>((done, failed) => {
    const request = get(`${url}${basePaths.widget}/events`, { headers, agent: false }, (answer: IncomingMessage) => {
      if (answer.statusCode !== 200) return failed(new Error(`A stream was refused with ${answer.statusCode}.`))
      answer.setEncoding('utf8').on('data', (text: string) => {
        heard(text)
        done({ close: () => request.destroy() })
      })
      answer.on('error', () => {}) // aborted by `close`, which is no failure
    })
    request.on('error', failed)
  })
}

import { type Asked, type AskOptions, ask } from './ask.ts'
import type { BatonError } from './baton-error.ts'
import type { Operations, Page, ReplyEvent } from './operations.ts'
import type { BatonSettings, RequestOptions } from './options.ts'
import { type Answered, createTransport, type Sent } from './transport.ts'
import { waitingFor } from './wait-for.ts'

const PER_PAGE = 100

interface Operation {
  method: string
  path: string
  content?: 'query' | 'body'
  isPaged?: true
  isFollowed?: true
}

/** Every operation by resource and verb, which the build writes here out of the contract. */
declare const BATON_OPERATIONS: Record<string, Record<string, Operation>>

/** The public API, operation by operation, and what takes several of them. */
export type Baton = Operations & {
  /** Asks an agent in a conversation, a new one unless it is named, and answers how it has replied. */
  ask(agent: string, text: string, options?: AskOptions): Promise<Asked>
  /** Waits for the end of a job. */
  waitFor: ReturnType<typeof waitingFor>
  /** The id of the organization that the key belongs to. */
  organization(options?: RequestOptions): Promise<string>
  /** Sends any request below `/v1`, such as one with `If-None-Match`; a 304 is an answer like success. */
  request(sent: Sent, options?: RequestOptions): Promise<Answered>
}

/** Makes a client of a Baton server. It keeps nothing but what it is given. */
export function createBaton(settings: BatonSettings): Baton {
  const transport = createTransport(settings)

  const toSent = (name: string, { method, path, content }: Operation, args: unknown[]): [Sent, RequestOptions] => {
    const left = [...args]
    const filled = path.replace(/\{(\w+)\}/g, (_whole, parameter: string) => {
      const value = left.shift()
      if (typeof value !== 'string' || value === '') throw new TypeError(`${name} needs the id of ${parameter}.`)
      return encodeURIComponent(value)
    })
    const given = content && left.shift()
    const sent = { method, path: filled, ...(content && { [content]: content === 'body' ? formOf(given) : given }) }
    return [sent, (left[0] ?? {}) as RequestOptions]
  }

  function methodsOf(name: string, verb: string, operation: Operation) {
    const call = async (...args: unknown[]) => {
      const { body } = await transport.send(...toSent(name, operation, args))
      if (operation.method === 'DELETE') return undefined
      return operation.isPaged ? body : (body as { data: unknown }).data
    }
    return {
      [verb]: call,
      ...(operation.isPaged && { all: (...args: unknown[]) => pages(toSent(name, operation, args)) }),
      ...(operation.isFollowed && { stream: (...args: unknown[]) => events(toSent(name, operation, args)) }),
    }
  }

  async function* pages([sent, options]: [Sent, RequestOptions]) {
    const seen = new Set<string>() // what is made meanwhile moves others to the next page
    for (let page = Number(sent.query?.page ?? 1); ; page += 1) {
      const query = { per_page: PER_PAGE, ...sent.query, page }
      const { data, links } = (await transport.send({ ...sent, query }, options)).body as Page<{ id: string }>
      for (const item of data) if (!seen.has(item.id)) yield item
      for (const item of data) seen.add(item.id)
      if (links.next === null) return
    }
  }

  async function* events([sent, options]: [Sent, RequestOptions]) {
    yield* (await transport.open(sent, options)) as AsyncGenerator<ReplyEvent>
  }

  const operations = Object.fromEntries(
    Object.entries(BATON_OPERATIONS).map(([resource, verbs]) => [
      resource,
      Object.assign({}, ...Object.entries(verbs).map(([verb, it]) => methodsOf(`${resource}.${verb}`, verb, it))),
    ]),
  ) as Operations

  return {
    ...operations,
    ask: (agent, text, options = {}) => ask(operations, agent, text, options),
    waitFor: waitingFor(operations),
    async organization(options) {
      try {
        const { headers } = await transport.send({ method: 'GET', path: '/ai-models' }, options)
        return headers.get('baton-organization')!
      } catch (error) {
        // A key without the scope for this request is one all the same, and its refusal tells whose it is.
        const { code, organization } = error as Partial<BatonError>
        if (code === 'insufficient_scope' && organization !== undefined) return organization
        throw error
      }
    },
    request: transport.send,
  }
}

/** A body with a file as form data; any other as it is. */
function formOf(body: unknown): unknown {
  const entries = Object.entries(body ?? {}) as [string, string | Blob][]
  if (!entries.some(([, value]) => value instanceof Blob)) return body
  const form = new FormData()
  for (const [name, value] of entries) if (value !== undefined) form.append(name, value)
  return form
}

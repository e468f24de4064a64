import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Balancer {
  url: string
  /** Requests that failed: the process serving them ended, or no process could be reached. */
  broken: string[]
  close(): void
}

const CHECK_EVERY_MS = 100

/**
 * Starts a load balancer that gives requests to ready processes in rotation, over kept-alive connections. It tries
 * another process only when it can't connect: a request that was sent is never repeated.
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const broken: string[] = []
  const ready = new Set(targets)
  let turn = 0

  const checking = setInterval(() => {
    for (const target of targets)
      fetch(`${target}/readyz`).then(
        ({ ok }) => (ok ? ready.add(target) : ready.delete(target)),
        () => ready.delete(target),
      )
  }, CHECK_EVERY_MS)

  const forward = (
    incoming: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    first: number,
    tries = 0,
  ): void => {
    const choice = ready.size > 0 ? [...ready] : targets
    const target = choice[(first + tries) % choice.length]!
    const { method, headers, url: path } = incoming
    const outgoing = request(`${target}${path}`, { method, headers, agent }, (answer) => {
      const { connection: _own, 'keep-alive': _too, ...others } = answer.headers
      response.writeHead(answer.statusCode ?? 502, others)
      answer.pipe(response)
      response.once('close', () => answer.destroy())
    })
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && tries + 1 < targets.length)
        return forward(incoming, body, response, first, tries + 1)
      broken.push(`${method} ${path}: ${error.message}`)
      response.destroy()
    })
    outgoing.end(body)
  }

  const server = createServer(async (incoming, response) => forward(incoming, await buffer(incoming), response, turn++))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The balancer has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    broken,
    close() {
      clearInterval(checking)
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

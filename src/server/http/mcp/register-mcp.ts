import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publicRoutes } from '#contract/public-routes.ts'
import type { Dependencies } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { authenticate } from '../authenticate.ts'
import { assertOwnPage } from '../own-origin.ts'
import { countRequest } from '../rate-limit.ts'
import { type Authenticated, hostOf, type Reply } from '../request.ts'
import { assertPlan } from '../routes.ts'
import type { Caller } from './call.ts'
import { makeServer } from './make-server.ts'
import { tools } from './tools.ts'

const MCP_PATH = '/mcp'

/** Whatever is no call of a tool, such as the list of them, counts as reading. */
const READING = publicRoutes.listAgents

/**
 * Serves the Model Context Protocol over HTTP without sessions, in its revision of 2026-07-28 and those of 2025, to
 * whoever has a key of the public API. Tools do what its operations do, under the same scopes, roles, rates and audit.
 * @see docs/mcp.md
 */
export function registerMcp(app: FastifyInstance, deps: Dependencies): void {
  const callers = new WeakMap<object, Caller>()
  const handler = createMcpHandler(({ authInfo }) => makeServer(callers.get(authInfo!)!), {
    onerror: (error) => deps.log.debug({ err: error }, 'a message of the Model Context Protocol was refused'),
  })
  app.addHook('preClose', () => handler.close())
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: MCP_PATH,
    config: { operation: 'mcp' },
    async onRequest(request, reply) {
      reply.header('Cache-Control', 'no-store')
      assertOwnPage(deps, request)
      assertKnownHost(deps, request)
      const caller = await callerOf(deps, request, reply)
      request.organizationId = caller.organizationId
      request.mcpCaller = caller
    },
    async handler(request, reply) {
      const caller = request.mcpCaller!
      for (const route of countedRoutes(request.body))
        await countRequest(deps, route, request, reply, caller.authenticated)
      const authInfo = { token: '', clientId: caller.organizationId, scopes: [] }
      callers.set(authInfo, caller)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const response = await handler.fetch(webRequest(request, gone.signal), {
        authInfo,
        parsedBody: request.body,
      })
      reply.status(response.status)
      for (const [name, value] of response.headers) reply.header(name, value)
      return reply.send(response.body ? Readable.fromWeb(response.body as ReadableStream) : '')
    },
  })
  app.decorateRequest('mcpCaller', null)
}

declare module 'fastify' {
  interface FastifyRequest {
    mcpCaller: Caller | null
  }
}

/** @throws AppError 401 without a valid key, 403 if the organization's plan has no API */
async function callerOf(deps: Dependencies, request: FastifyRequest, reply: Reply): Promise<Caller> {
  const authenticated = await authenticate(deps, READING, request)
  const { actor, isExpired } = authenticated ?? {}
  if (!actor || !('organizationId' in actor) || actor.organizationId === undefined || isExpired) {
    await countRequest(deps, READING, request, reply, authenticated)
    reply.header('WWW-Authenticate', 'Bearer')
    throw new AppError(isExpired ? 'token_expired' : 'unauthenticated')
  }
  assertPlan(authenticated as Authenticated)
  return {
    deps,
    request,
    reply,
    authenticated: authenticated as Authenticated,
    organizationId: actor.organizationId,
  }
}

/**
 * Refuses requests that a page has sent to this server by a name of its own that leads here (DNS rebinding). Without
 * `PUBLIC_URL` only localhost and addresses are known.
 * @throws AppError 403
 */
function assertKnownHost({ config }: Dependencies, request: FastifyRequest): void {
  const host = hostOf(request)
  if (config.publicUrl !== undefined && new URL(config.publicUrl).host === host) return
  const name = host.replace(/:\d+$/, '')
  if (name === 'localhost' || /^[\d.]+$|^\[/.test(name)) return
  throw new AppError('forbidden', { message: `This server is not known as ${name}. Set PUBLIC_URL to its address.` })
}

/** The routes in whose rate classes a body of one or more messages counts. */
function countedRoutes(body: unknown) {
  const messages = [body].flat() as { method?: unknown; params?: { name?: unknown } }[]
  if (messages.length === 0) return [READING]
  return messages.map((message) => {
    const name = message?.method === 'tools/call' ? String(message.params?.name) : ''
    return Object.hasOwn(tools, name) ? publicRoutes[tools[name]!.operations[0]] : READING
  })
}

function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && name !== 'content-length') headers.set(name, [value].flat().join(', '))
  const isPost = request.method === 'POST'
  // The address is not looked at, so that no `Host` can make one that is none.
  return new Request(`http://localhost${MCP_PATH}`, {
    method: request.method,
    headers,
    signal,
    ...(isPost && { body: JSON.stringify(request.body ?? null) }),
  })
}

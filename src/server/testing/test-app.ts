import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { expect } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Data, endpoints, type Input, type Paginated } from '#contract/index.ts'
import { listLinks, listMeta } from '#contract/pagination.ts'
import { basePaths, type Route } from '#contract/route.ts'
import type { OperationName } from '#contract/routes.ts'
import { type Scope, scopeNames } from '#contract/scopes.ts'
import { widgetEndpoints } from '#contract/widget.ts'
import { createExtractor } from '../adapters/extract/extractor.ts'
import { buildApp } from '../app.ts'
import type { Dependencies, Log } from '../context.ts'
import { createDependencies } from '../dependencies.ts'
import { jobHandlers } from '../jobs/registry.ts'
import { createKnowledge } from '../knowledge/knowledge.ts'
import { type Config, readConfig } from '../settings/config.ts'
import { databases, type TestDatabase, testLog } from './database.ts'
import { jobsSettled } from './jobs-settled.ts'

export interface TestAppOptions {
  database?: TestDatabase | TestDatabase['name']
  /** Configuration to change, as environment variables. */
  env?: Record<string, string>
  now?: () => number
  /** If false, jobs are stored but not run. */
  worker?: boolean
  /** Where the log goes; to the standard output unless told otherwise. */
  log?: Log
}

/** Who sends a request, by API key or session cookie. An `Owner` is one too, by their cookie. */
export interface Caller {
  key?: string | Owner['key']
  cookie?: string
  headers?: Record<string, string>
}

export interface Answer<Name extends OperationName> {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  /** The answer's `data` if the request succeeded; undefined otherwise, and for a file. */
  data: Paginated<Name> extends true ? Data<Name> & unknown[] : Data<Name>
  // biome-ignore lint/suspicious/noExplicitAny: what the body of an answer holds is what tests are about
  body: any
  /** The events before the last one, if the answer was streamed. */
  progress?: unknown[]
}

export interface Owner {
  userId: string
  organizationId: string
  cookie: string
  /** Creates an API key with these scopes; with all scopes by default. */
  key(scopes?: readonly Scope[]): Promise<string>
}

export interface TestApp {
  app: FastifyInstance
  deps: Dependencies
  config: Config
  /** Creates a new user with an organization of their own. */
  signUp(): Promise<Owner>
  /**
   * Sends a request by operation name. Checks that the answer to a successful one, unless it is a file, matches the
   * contract exactly, without extra fields.
   */
  request<Name extends OperationName>(name: Name, input: Input<Name>, caller?: Caller): Promise<Answer<Name>>
  /** Waits until no job is due or running. */
  settled(): Promise<void>
  close(): Promise<void>
}

let people = 0

/**
 * The threads that embed, rank and read files, one set for all apps of this process: to start them and load the model
 * takes longer than most tests. Apps don't see each other's agents, as the threads keep these by their ids.
 */
const knowledge = createKnowledge({ log: testLog })
const extractor = createExtractor()

/** Starts the whole server in this process with its job worker, on a real database. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { database = 'sqlite', env = {}, now, worker = true } = options
  const found = typeof database === 'string' ? databases().find((entry) => entry.name === database) : database
  if (!found) throw new Error(`There is no ${String(database)} in this run.`)
  const dataDir = await mkdtemp(join(tmpdir(), 'baton-app-'))
  const config = readConfig({ DATA_DIR: dataDir, SIGN_UP: 'open', LOG_LEVEL: 'error', ...env })
  const log = options.log ?? pino({ level: config.logLevel })
  const platform = await found.create()
  const { deps, close } = createDependencies(config, platform, log, now)
  // As copies, so that what a test puts in place of a function is gone with the test.
  Object.assign(deps, { extractor: { ...extractor } }, !config.embeddings && { knowledge: { ...knowledge } })
  if (worker) await deps.jobs.start(jobHandlers(deps))
  const app = await buildApp({ deps, dashboardFolder: join(dataDir, 'no-dashboard') })
  await app.ready()

  const request: TestApp['request'] = (name, input, caller = {}) => send(app, name, input, caller)
  return {
    app,
    deps,
    config,
    request,
    signUp: () => signUp(request),
    settled: () => jobsSettled(deps.database.read),
    async close() {
      await app.close()
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function send<Name extends OperationName>(
  app: FastifyInstance,
  name: Name,
  input: Input<Name>,
  caller: Caller,
): Promise<Answer<Name>> {
  const endpoint = { ...endpoints, ...widgetEndpoints }[name] as unknown as Endpoint
  const { params = {}, query = {}, body } = input as { params?: object; query?: object; body?: unknown }
  const values = params as Record<string, string>
  const path = endpoint.route.path.replace(/\{(\w+)\}/g, (_match, key: string) => encodeURIComponent(values[key] ?? ''))
  const form = await formOf(body)
  const response = await app.inject({
    method: endpoint.route.method,
    url: basePaths[endpoint.route.api] + path,
    query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    headers: {
      ...(typeof caller.key === 'string' && { authorization: `Bearer ${caller.key}` }),
      ...(caller.cookie && { cookie: caller.cookie }),
      ...(typeof body === 'string' && { 'content-type': (endpoint.route as Route).receives }),
      ...form?.headers,
      ...caller.headers,
    },
    ...(body !== undefined && { payload: form?.payload ?? (body as object) }),
  })
  if (String(response.headers['content-type']).startsWith('text/event-stream')) return readEvents(endpoint, response)
  const { file }: Route = endpoint.route
  if (file && response.statusCode === endpoint.route.status)
    return {
      status: response.statusCode,
      headers: response.headers,
      data: undefined,
      body: response.body,
    } as Answer<Name>
  const parsed = response.body === '' ? undefined : response.json()
  if (response.statusCode < 300) checkAnswer(endpoint, response.statusCode, parsed)
  return { status: response.statusCode, headers: response.headers, data: parsed?.data, body: parsed }
}

/** A body with a file as a form; undefined for others. */
async function formOf(body: unknown): Promise<{ headers: Record<string, string>; payload: Buffer } | undefined> {
  if (typeof body !== 'object' || body === null || !Object.values(body).some((value) => value instanceof File)) return
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, value)
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

/** Reads the events of a streamed answer that ended with its data. */
function readEvents<Name extends OperationName>(
  endpoint: Endpoint,
  { statusCode, headers, body }: { statusCode: number; headers: Answer<Name>['headers']; body: string },
): Answer<Name> {
  expect(body, endpoint.name).not.toContain('event: error')
  const lines = body.split('\n').filter((line) => line.startsWith('data: '))
  const events = lines.map((line) => JSON.parse(line.slice('data: '.length)))
  const data = events.pop()
  checkAnswer(endpoint, statusCode, { data, meta: {} })
  for (const event of events) expect(endpoint.progress?.parse(event), endpoint.name).toEqual(event)
  return { status: statusCode, headers, data, body, progress: events }
}

function checkAnswer(
  endpoint: Endpoint,
  status: number,
  body: { data: unknown; links?: unknown; meta: unknown },
): void {
  const { route }: { route: Route } = endpoint
  expect([route.status, route.existing], endpoint.name).toContain(status)
  if (!endpoint.data) expect(body, endpoint.name).toBeUndefined()
  if (!endpoint.data) return
  expect(endpoint.data.parse(body.data), endpoint.name).toEqual(body.data)
  if (!endpoint.paginated) return
  expect(listLinks.parse(body.links)).toEqual(body.links)
  expect(listMeta.parse(body.meta)).toEqual(body.meta)
}

async function signUp(request: TestApp['request']): Promise<Owner> {
  people += 1
  const answer = await request('signUp', {
    body: {
      organization: `Organization ${people}`,
      name: `Owner ${people}`,
      email: `owner${people}@example.com`,
      password: 'a long enough password',
    },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!
  const organizationId = answer.data.organizations[0]!.id
  return {
    userId: answer.data.user.id,
    organizationId,
    cookie,
    async key(scopes = scopeNames) {
      const body = { name: 'Test', scopes: [...scopes] as [Scope, ...Scope[]], expires_at: 'lifetime' as const }
      const created = await request('createApiKey', { params: { organization: organizationId }, body }, { cookie })
      return created.data.key
    },
  }
}

import { promisify } from 'node:util'
import { gunzipSync, gzip } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { basePaths } from '#contract/route.ts'
import type { Dependencies } from '../context.ts'
import { compressionOf } from './compression.ts'
import { matches, weakTag } from './etag.ts'
import { publicUrl, type Reply } from './request.ts'

const DOCUMENT_PATH = `${basePaths.public}/openapi.json`
const SCRIPT_PATH = '/docs/scalar.js'

/**
 * The content security policy of the API reference's page. Other than elsewhere, it permits style attributes; nothing
 * may be loaded from other servers.
 */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join(';')

const configuration = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Baton API reference</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
  </head>
  <body>
    <noscript><p>Without JavaScript: <a href="${DOCUMENT_PATH}">the API as an OpenAPI document</a>.</p></noscript>
    <script id="api-reference" data-url="${DOCUMENT_PATH}" data-configuration="${attribute(configuration)}"></script>
    <script src="${SCRIPT_PATH}"></script>
  </body>
</html>
`

/** Serves the OpenAPI document and a readable reference. Both are made when they are first requested. */
export function registerDocs(app: FastifyInstance, deps: Dependencies): void {
  const documents = remember((serverUrl: string) => writeDocument(serverUrl, deps))
  app.get(DOCUMENT_PATH, compressionOf('GET'), async (request, reply) => {
    const document = await documents(publicUrl(request, deps.config.publicUrl) + basePaths.public)
    return sendCached(reply, request.headers['if-none-match'], 'application/json; charset=utf-8', document)
  })

  app.get('/docs', (_request, reply) =>
    reply.header('Content-Security-Policy', POLICY).header('Cache-Control', 'no-cache').type('text/html').send(page),
  )

  const scripts = remember(packedScript)
  app.get(SCRIPT_PATH, async (request, reply) => {
    const packed = await scripts('')
    reply.header('Vary', 'Accept-Encoding')
    const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']))
    if (takesGzip) reply.header('Content-Encoding', 'gzip')
    const script = takesGzip ? packed : gunzipSync(packed)
    return sendCached(reply, request.headers['if-none-match'], 'text/javascript; charset=utf-8', script)
  })
}

async function writeDocument(serverUrl: string, deps: Dependencies): Promise<string> {
  const { openApiDocument } = await import('./openapi.ts')
  return JSON.stringify(openApiDocument(serverUrl, deps.config.rateLimits))
}

/**
 * The script of the API reference, gzipped. The page of its plugin is not used, because that would need a looser
 * content security policy.
 */
async function packedScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const plugin = Fastify()
  await plugin.register(scalar, { routePrefix: '/scalar', configuration: { url: DOCUMENT_PATH } })
  const { rawPayload } = await plugin.inject('/scalar/js/scalar.js')
  return promisify(gzip)(rawPayload)
}

/** Makes a function that caches its last result by key. Failures are not cached. */
function remember<Made>(make: (key: string) => Promise<Made>): (key: string) => Promise<Made> {
  let last: { key: string; made: Promise<Made> } | undefined
  return (key) => {
    if (last?.key === key) return last.made
    const made = make(key)
    last = { key, made }
    made.catch(() => {
      last = undefined
    })
    return made
  }
}

function sendCached(reply: Reply, known: string | undefined, type: string, content: string | Buffer) {
  const tag = weakTag(content.toString('latin1'))
  reply.header('ETag', tag).header('Cache-Control', 'no-cache')
  return matches(known, tag) ? reply.status(304).send() : reply.type(type).send(content)
}

function attribute(value: unknown): string {
  return JSON.stringify(value).replaceAll('"', '&quot;')
}

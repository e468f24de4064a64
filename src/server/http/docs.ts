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
 * The policy of the reference page, which sets styles on single elements. Everything else is as strict as elsewhere,
 * and nothing is loaded from outside.
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

/** Serves the OpenAPI document and a readable reference made from it. Both are made when first asked for. */
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
 * The reference's plugin provides its script. The page that it would put around the script needs a looser policy than
 * ours.
 */
async function packedScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const plugin = Fastify()
  await plugin.register(scalar, { routePrefix: '/scalar', configuration: { url: DOCUMENT_PATH } })
  const { rawPayload } = await plugin.inject('/scalar/js/scalar.js')
  return promisify(gzip)(rawPayload)
}

/** Remembers the last result that was made, by its key. Failures are not remembered. */
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

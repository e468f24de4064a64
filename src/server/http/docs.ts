import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { basePaths } from '#contract/route.ts'
import { onceDone } from '../concurrency/once-done.ts'
import type { Dependencies } from '../context.ts'
import { escapeHtml } from '../text/escape-html.ts'
import { compressionOf } from './compression.ts'
import { isUnchanged, weakTag } from './etag.ts'
import { publicUrl, type Reply } from './request.ts'

const DOCUMENT_PATH = `${basePaths.public}/openapi.json`
const SCRIPT_PATH = '/docs/scalar.js'

/** Unlike other pages, the API reference's permits inline styles; nothing may be loaded from other servers. */
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
    <script id="api-reference" data-url="${DOCUMENT_PATH}" data-configuration="${escapeHtml(JSON.stringify(configuration))}"></script>
    <script src="${SCRIPT_PATH}"></script>
  </body>
</html>
`

/** Stands for the configured public address, or the one that the client uses, in the document that is kept. */
const ADDRESS = 'https://this-server.invalid'

/** Serves the OpenAPI document and a readable reference. The document and the script are made when first requested. */
export function registerDocs(app: FastifyInstance, deps: Dependencies): void {
  const document = onceDone(() => writeDocument(deps))
  app.get(DOCUMENT_PATH, compressionOf('GET'), async (request, reply) => {
    const { text, tag } = await document()
    const url = publicUrl(request, deps.config.publicUrl)
    return sendCached(request, reply, {
      type: 'application/json; charset=utf-8',
      tag: weakTag(tag, url),
      content: () => text.replaceAll(ADDRESS, () => JSON.stringify(url).slice(1, -1)),
    })
  })

  app.get('/docs', (_request, reply) =>
    reply.header('Content-Security-Policy', POLICY).header('Cache-Control', 'no-cache').type('text/html').send(page),
  )

  const script = onceDone(readScript)
  app.get(SCRIPT_PATH, async (request, reply) => {
    const { plain, packed, tag } = await script()
    reply.header('Vary', 'Accept-Encoding')
    const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']))
    if (takesGzip) reply.header('Content-Encoding', 'gzip')
    return sendCached(request, reply, {
      type: 'text/javascript; charset=utf-8',
      tag,
      content: () => (takesGzip ? packed : plain),
    })
  })
}

/** The document as JSON, in which `ADDRESS` stands for this server. */
async function writeDocument(deps: Dependencies): Promise<{ text: string; tag: string }> {
  const { openApiDocument } = await import('./openapi.ts')
  const text = JSON.stringify(openApiDocument(ADDRESS + basePaths.public, deps.config.rateLimits))
  return { text, tag: weakTag(text) }
}

/**
 * Reads the API reference's script from its plugin, plain and gzipped, as converting megabytes for each request would
 * hold up all others. The plugin's own page would need a looser content security policy.
 */
async function readScript(): Promise<{ plain: Buffer; packed: Buffer; tag: string }> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const plugin = Fastify()
  await plugin.register(scalar, { routePrefix: '/scalar', configuration: { url: DOCUMENT_PATH } })
  const { rawPayload: plain } = await plugin.inject('/scalar/js/scalar.js')
  return { plain, packed: await promisify(gzip)(plain), tag: weakTag(plain.toString('latin1')) }
}

function sendCached(
  request: FastifyRequest,
  reply: Reply,
  { type, tag, content }: { type: string; tag: string; content: () => string | Buffer },
) {
  reply.header('Cache-Control', 'no-cache')
  return isUnchanged(request, reply, tag) ? reply.status(304).send() : reply.type(type).send(content())
}

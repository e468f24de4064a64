import type { FastifyInstance } from 'fastify'
import { Marked } from 'marked'
import { basePaths } from '#contract/route.ts'
import { onceDone } from '../../concurrency/once-done.ts'
import type { Dependencies } from '../../context.ts'
import { escapeHtml } from '../../text/escape-html.ts'
import { publicUrl } from '../request.ts'
import { publicErrorCodes } from './error-help.ts'

const STYLE_PATH = '/docs/page.css'
const POLICY =
  "default-src 'none';style-src 'self';img-src 'self';base-uri 'none';frame-ancestors 'none';form-action 'none'"
/** Stands for the address of this server in pages that are kept. */
const ADDRESS = 'https://this-server.invalid'

const marked = new Marked({ async: false, gfm: true })

const style = `:root{color-scheme:light dark}
body{max-width:44rem;margin:3rem auto;padding:0 1.25rem;font:16px/1.6 system-ui,sans-serif}
h1{font:600 1.6rem/1.2 ui-monospace,monospace;overflow-wrap:anywhere}
h2{font-size:1.05rem;margin-top:2rem}
pre{padding:.9rem 1rem;border:1px solid color-mix(in srgb,currentcolor 20%,transparent);border-radius:6px;overflow-x:auto}
code{font:.875em ui-monospace,monospace}
a{color:inherit}
`

/**
 * Serves the API reference as Markdown: an index at `/llms.txt`, `/docs/{operation}.md`, `/docs/webhooks.md` and
 * `/docs/errors/{code}.md`; the page of an error without `.md` as HTML for people, to which each error's `Link` leads.
 */
export function registerReferencePages(app: FastifyInstance, deps: Dependencies): void {
  const pages = onceDone(async () => {
    const [{ openApiDocument }, { writePages }] = await Promise.all([
      import('../openapi.ts'),
      import('./write-pages.ts'),
    ])
    return writePages(openApiDocument(ADDRESS + basePaths.public, deps.config.rateLimits))
  })
  const markdown = async (path: string, url: string) => (await pages()).get(path)?.replaceAll(ADDRESS, () => url)

  for (const url of ['/llms.txt', '/docs/:page.md', '/docs/errors/:page.md'])
    app.get(url, async (request, reply) => {
      const text = await markdown(request.url.split('?')[0]!, publicUrl(request, deps.config.publicUrl))
      if (text === undefined) return reply.callNotFound()
      const type = url.endsWith('.md') ? 'text/markdown' : 'text/plain'
      return reply.header('Cache-Control', 'no-cache').type(`${type}; charset=utf-8`).send(text)
    })

  for (const code of publicErrorCodes)
    app.get(`/docs/errors/${code}`, async (request, reply) => {
      const text = await markdown(`/docs/errors/${code}.md`, publicUrl(request, deps.config.publicUrl))
      return reply
        .header('Content-Security-Policy', POLICY)
        .header('Cache-Control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(htmlOf(code, text!))
    })

  app.get(STYLE_PATH, (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').type('text/css; charset=utf-8').send(style),
  )
}

const htmlOf = (title: string, markdown: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)} · Baton API</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="${STYLE_PATH}">
  </head>
  <body>
    <main>
${marked.parse(markdown)}    </main>
    <p><a href="/docs">API reference</a></p>
  </body>
</html>
`

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readableOn } from '#contract/contrast.ts'
import { PANEL_REFUSED } from '#contract/widget-enums.ts'
import type { Dependencies } from '../context.ts'
import { UUID } from '../db/ids.ts'
import { escapeHtml } from '../text/escape-html.ts'
import { readShownWidget, type ShownWidget, selectLogo } from './bindings.ts'
import { notFound } from './error-handler.ts'
import { isUnchanged, weakTag } from './etag.ts'
import { publicUrl, type Reply } from './request.ts'

const LOADER_SECONDS = 300

/** The chat's pages may load files of this server and call it, but no other server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join(';')

interface Built {
  loader: string
  script: string
  styles: string[]
}

/**
 * Serves the chat: the script that a page loads, the panel in its frame, the chat as a page of its own, and the agents' logos.
 * @param folder the built dashboard, whose folder `widget` holds the chat
 */
export function registerWidgetPages(app: FastifyInstance, deps: Dependencies, folder: string): void {
  app.get('/widget/logos/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const logo = UUID.test(id) ? await selectLogo(deps.database.read, id.toLowerCase()) : undefined
    return logo ? sendLogo(reply, Buffer.from(logo.image, 'base64')) : notFound(request, reply)
  })
  const built = readBuilt(join(folder, 'widget'))
  if (!built) return
  app.get('/widget/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const isLoader = file.endsWith('.js')
    const widget = await find(deps, isLoader ? file.slice(0, -'.js'.length) : file)
    if (!widget) return notFound(request, reply)
    return isLoader ? sendLoader(deps, built, widget, request, reply) : sendPanel(deps, built, widget, request, reply)
  })
  app.get('/chat/:agent', async (request, reply) => {
    const widget = await find(deps, (request.params as { agent: string }).agent)
    if (!widget || widget.isDeleted) return notFound(request, reply)
    return sendPage(reply, 200, `${POLICY};frame-ancestors 'none'`, pageOf(built, widget, ''))
  })
}

const find = async (deps: Dependencies, id: string): Promise<ShownWidget | undefined> =>
  UUID.test(id) ? readShownWidget(deps, id.toLowerCase()) : undefined

/** Sends an image, as which alone browsers may take it. Its address changes with it, so they may keep it for ever. */
const sendLogo = (reply: Reply, image: Buffer) =>
  reply
    .header('Content-Security-Policy', "default-src 'none'; sandbox")
    .header('Cache-Control', 'public, max-age=31536000, immutable')
    .type('image/png')
    .send(image)

function sendLoader(deps: Dependencies, { loader }: Built, widget: ShownWidget, request: FastifyRequest, reply: Reply) {
  const { accent_color, position, launcher, launcher_text } = widget.appearance
  const config = {
    agent: widget.id,
    base: publicUrl(request, deps.config.publicUrl).replace(/\/$/, ''),
    accent: accent_color,
    ink: readableOn(accent_color),
    side: position,
    text: launcher === 'text' ? launcher_text : '',
    locale: widget.locale ?? '',
  }
  const script = widget.isDrawn ? `(function(BATON_WIDGET){${loader}\n})(${JSON.stringify(config)})\n` : ''
  reply
    .header('Cache-Control', `public, max-age=${LOADER_SECONDS}`)
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
  if (isUnchanged(request, reply, weakTag(script))) return reply.status(304).send()
  return reply.type('text/javascript; charset=utf-8').send(script)
}

async function sendPanel(deps: Dependencies, built: Built, widget: ShownWidget, request: FastifyRequest, reply: Reply) {
  const { origin, badge } = request.query as { origin?: string | string[]; badge?: string }
  const own = new URL(publicUrl(request, deps.config.publicUrl)).origin
  const allowed = typeof origin === 'string' && !widget.isDeleted ? await widget.allow(origin, own) : undefined
  if (allowed === undefined) return sendPage(reply, 403, REFUSAL_POLICY, REFUSAL)
  const parts = badge === undefined ? built : BADGE
  return sendPage(reply, 200, `${POLICY};frame-ancestors ${allowed}`, pageOf(parts, widget, allowed))
}

/** The files of the page that only counts unread messages. A website's pages load it in a hidden frame. */
const BADGE = { script: '/widget/badge/badge.js', styles: [] }

/**
 * Runs in the frame of a website that may not show the chat. It says in the console what the owner has to do, and tells
 * the script that has made the frame, which else could only wait for a panel that never answers.
 */
const TELL_REFUSAL = `console.warn('To chat on '+new URLSearchParams(location.search).get('origin')+', allow it: '+location.origin+location.pathname.replace('widget','agents')+'/widget');parent.postMessage('${PANEL_REFUSED}','*')`

/** Any page may frame it, as it says nothing of the agent. */
const REFUSAL = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not allowed</title><p>This chat may not be shown on this website. Its owner can allow the website’s address in the settings of the agent.</p><script>${TELL_REFUSAL}</script></html>`
const REFUSAL_POLICY = `default-src 'none';script-src 'sha256-${createHash('sha256').update(TELL_REFUSAL).digest('base64')}';base-uri 'none';form-action 'none';frame-ancestors *`

function sendPage(reply: Reply, status: number, policy: string, page: string) {
  reply.removeHeader('X-Frame-Options')
  return reply
    .status(status)
    .header('Content-Security-Policy', policy)
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .header('Cross-Origin-Embedder-Policy', 'require-corp') // else a page with this header itself could not frame it
    .header('Cache-Control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page)
}

function pageOf(
  { script, styles }: Pick<Built, 'script' | 'styles'>,
  { id, name, locale }: ShownWidget,
  origin: string,
): string {
  const links = styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('')
  return `<!doctype html>
<html lang="${locale ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<title>${escapeHtml(name)}</title>
<link rel="icon" href="data:,">
${links}
<script type="module" src="${script}"></script>
</head>
<body><div id="baton" data-agent="${id}" data-origin="${escapeHtml(origin)}" data-locale="${locale ?? ''}"></div></body>
</html>
`
}

function readBuilt(folder: string): Built | undefined {
  const manifest = join(folder, 'panel/.vite/manifest.json')
  if (!existsSync(manifest)) return undefined
  const entries = Object.values(JSON.parse(readFileSync(manifest, 'utf8'))) as {
    file: string
    isEntry?: boolean
    css?: string[]
  }[]
  const entry = entries.find(({ isEntry }) => isEntry)
  if (!entry) return undefined
  const address = (file: string) => `/widget/panel/${file}`
  return {
    loader: readFileSync(join(folder, 'loader/loader.js'), 'utf8'),
    script: address(entry.file),
    styles: (entry.css ?? []).map(address),
  }
}

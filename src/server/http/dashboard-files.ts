import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { basePaths } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { notFound } from './error-handler.ts'

const YEAR_SECONDS = 31_536_000
/** A `Link` header with which the browser asks who is signed in while it still fetches the page's scripts. */
const START = `<${basePaths['first-party']}${routes.getStart.path}>; rel=preload; as=fetch; crossorigin`

/**
 * Serves the built dashboard. A GET for a path that belongs to no file, and does not begin like one of the server's own
 * (such as /v1 or /docs), gets index.html, whose router handles it.
 */
export async function registerDashboard(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      cacheControl: false,
      dotfiles: 'ignore', // hides files that no browser needs, such as the list of scripts in .vite/preloads.json
      setHeaders(reply, path) {
        // File names under assets/ contain a hash, so they may be cached for a year; others must be checked each time.
        const isHashed = path.startsWith(join(folder, 'assets', sep))
        reply.header('Cache-Control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      },
    })
  const preloadsOf = isBuilt ? readPreloads(folder) : () => undefined
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    const scripts = preloadsOf(request.url)
    reply.header('Link', scripts ? `${START}, ${scripts}` : START)
    return reply.sendFile('index.html')
  }
  if (isBuilt) app.get('/', sendPage)
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(v1|api|docs|assets|widget|chat)([/?]|$)/.test(request.url)
    return isPage && isBuilt ? sendPage(request, reply) : notFound(request, reply)
  })
}

/**
 * Reads the list that the build has written of the scripts that each page's address loads.
 * @returns a function from a request's URL to the value of the header `Link`, which lets a browser fetch an address's
 * scripts together with the page instead of one after the other; undefined if the list has none for the address
 */
function readPreloads(folder: string): (url: string) => string | undefined {
  const file = join(folder, '.vite/preloads.json')
  if (!existsSync(file)) return () => undefined
  const preloads = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>).map(
    ([address, scripts]) => ({
      segments: address.split('/'),
      link: scripts.map((script) => `</${script}>; rel=modulepreload`).join(', '),
    }),
  )
  return (url) => {
    const path = url
      .replace(/[?#].*/s, '')
      .replace(/(?<=.)\/$/, '')
      .split('/')
    return preloads.find(
      ({ segments, link }) =>
        link &&
        segments.length === path.length &&
        segments.every((segment, index) => segment.startsWith('$') || segment === path[index]),
    )?.link
  }
}

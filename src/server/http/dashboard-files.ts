import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from './error-handler.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Serves the built dashboard. Every path that belongs neither to the API nor to a file is left to the dashboard's
 * router.
 */
export async function registerDashboard(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      cacheControl: false,
      dotfiles: 'ignore', // files such as the list of all modules, which only the build needs
      setHeaders(reply, path) {
        // Names under assets/ carry a hash of their content and are cached for good; browsers ask for everything else
        // anew each time.
        const isHashed = path.includes('/assets/')
        reply.header('Cache-Control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      },
    })
  if (isBuilt) app.get('/', (_request, reply) => reply.sendFile('index.html'))
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(v1|api|docs|assets)([/?]|$)/.test(request.url)
    return isPage && isBuilt ? reply.sendFile('index.html') : notFound(request, reply)
  })
}

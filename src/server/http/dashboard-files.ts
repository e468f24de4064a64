import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from './error-handler.ts'

const YEAR_SECONDS = 31_536_000

/**
 * Serves the built dashboard. A path that is neither of the API nor a file gets index.html, whose router handles it.
 */
export async function registerDashboard(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      cacheControl: false,
      dotfiles: 'ignore', // hides files that only the build needs, such as the list of modules
      setHeaders(reply, path) {
        // File names under assets/ contain a hash of their content, so they are cached for ever; browsers must check
        // all others each time.
        const isHashed = path.includes('/assets/')
        reply.header('Cache-Control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
      },
    })
  if (isBuilt) app.get('/', (_request, reply) => reply.sendFile('index.html'))
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(v1|api|docs|assets|widget|chat)([/?]|$)/.test(request.url)
    return isPage && isBuilt ? reply.sendFile('index.html') : notFound(request, reply)
  })
}

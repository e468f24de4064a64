import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from './error-handler.ts'

const YEAR_SECONDS = 31_536_000

/** Serves the built dashboard; every path that isn't the API's or a file's is the dashboard's to route. */
export async function registerDashboard(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      cacheControl: false,
      dotfiles: 'ignore', // such as the list of all modules, which the build keeps for itself
      setHeaders(reply, path) {
        // Names under assets/ carry a hash of their content; all else is asked for anew each time.
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

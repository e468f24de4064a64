import { createReadStream, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

/** A package has this file. In a checkout the licences lie with the packages in `node_modules`. */
const LICENSES = fileURLToPath(new URL('../../../LICENSES.txt', import.meta.url))

/** Serves at `/licenses` the licences of all that a package brings, where there is one. */
export function registerLicenses(app: FastifyInstance): void {
  if (!existsSync(LICENSES)) return
  app.get('/licenses', (_request, reply) => reply.type('text/plain; charset=utf-8').send(createReadStream(LICENSES)))
}

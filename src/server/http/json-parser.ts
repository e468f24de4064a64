import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** JSON as it is, with an empty body allowed: a DELETE or an empty POST may carry a JSON content type. */
export function registerJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/([\w.-]+\+)?json(\s*;|$)/i, { parseAs: 'string' }, (_request, text, done) => {
    if (text.length === 0) return done(null, undefined)
    try {
      done(null, JSON.parse(text as string))
    } catch {
      done(new AppError('validation_failed', { status: 400, message: 'The request body is not valid JSON.' }))
    }
  })
}

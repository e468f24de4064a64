import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Maximum nesting: functions that walk a value recurse, and a few thousand levels would exhaust the stack. */
const DEEPEST = 100

const unreadable = (message: string) => new AppError('validation_failed', { status: 400, message })

/**
 * Accepts JSON bodies, CSV bodies, and empty bodies: a DELETE or an empty POST may have the content type of JSON, or
 * that of a URL-encoded form, which `curl -d ''` sends. Such a form that is not empty is refused.
 */
export function registerJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/([\w.-]+\+)?json(\s*;|$)/i, { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    try {
      done(null, parseJson(body as Buffer))
    } catch (error) {
      done(error as AppError)
    }
  })
  // Only routes whose `receives` is this type accept it (see assertContentType in routes.ts).
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, body, done) => {
    if (isUtf8(body as Buffer)) done(null, body.toString())
    else done(unreadable('The request body is not valid UTF-8.'))
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    done(new AppError('validation_failed', { status: 415, message: 'This content type is not supported.' }))
  })
}

/** @throws AppError 400 if it is not JSON, not UTF-8 (it would be stored corrupted), or nested too deeply */
function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw unreadable('The request body is not valid UTF-8.')
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw unreadable('The request body is not valid JSON.')
  }
  if (isDeeperThan(DEEPEST, value)) throw unreadable('The request body is nested too deeply.')
  return value
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}

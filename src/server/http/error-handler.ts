import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { basePaths, type Method } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { isAway } from '../db/outage.ts'
import { AppError } from '../errors.ts'
import { type Shortage, shortageMessages, shortageOf } from '../process/shortage.ts'
import { errorEnvelope } from './envelope.ts'
import type { Reply } from './request.ts'

const RETRY_AFTER_SECONDS = 5 // about as long as PostgreSQL takes to restart

/** Answers every error that a route or hook throws with a body that the contract describes (see `errorEnvelope`). */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    return sendError(request, reply, toldOf(request, error))
  })
}

/**
 * Converts an error to the one that is sent: `service_unavailable` if the database (`isAway`) or a resource
 * (`shortageOf`) is missing, `internal_error` if unexpected. All of these are logged.
 */
export function toldOf(request: FastifyRequest, error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error
  const shortage = shortageOf(error)
  if (shortage) {
    request.log.warn({ err: error }, 'a request could not be served for want of something')
    return unavailable(shortage)
  }
  if (isAway(error)) {
    request.log.warn({ err: error }, 'the database is away')
    return unavailable()
  }
  const translated = translate(error)
  if (!translated) request.log.error({ err: error }, 'unexpected error')
  return translated ?? new AppError('internal_error')
}

function unavailable(shortage?: Shortage): AppError {
  const headers = { 'Retry-After': RETRY_AFTER_SECONDS }
  return new AppError('service_unavailable', { headers, ...(shortage && { message: shortageMessages[shortage] }) })
}

function sendError(request: FastifyRequest, reply: Reply, error: AppError) {
  if (request.url.startsWith(`${basePaths.public}/`)) {
    reply.header('Link', `</docs/errors/${error.code}>; rel="help"`)
    if (error.status === 401) reply.header('WWW-Authenticate', 'Bearer')
  }
  return reply
    .status(error.status)
    .headers(error.headers)
    .type('application/json; charset=utf-8')
    .send(errorEnvelope(request, error))
}

/** Converts Fastify's error about a request; undefined for an error of the server. */
function translate(error: FastifyError): AppError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('validation_failed', { status: 415, message: 'This content type is not supported.' })
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return new AppError('validation_failed', { status: 413, message: 'The request is too large.' })
  }
  // For a path such as `/v1//agents`, which is neither a route nor the name of a file.
  if (error.code === 'FST_STATIC_FORBIDDEN_PATH') return new AppError('resource_not_found')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('validation_failed', { status: 400, message: 'The request could not be read.' })
  return undefined
}

const patterns = Object.values(routes).map((route) => ({
  method: route.method as Method,
  pattern: new RegExp(`^${basePaths[route.api]}${route.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The methods by which the contract lets a path be called. */
function allowedMethods(path: string): Method[] {
  return patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
}

/** Answers a request without a matching route: with 405 if the path exists with another method, otherwise with 404. */
export function notFound(request: FastifyRequest, reply: Reply) {
  const methods = allowedMethods(request.url.split('?')[0] ?? '')
  if (methods.length === 0) return sendError(request, reply, new AppError('resource_not_found'))
  reply.header('Allow', [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].join(', '))
  return sendError(request, reply, new AppError('method_not_allowed'))
}

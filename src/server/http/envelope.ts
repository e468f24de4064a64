import type { FastifyRequest } from 'fastify'
import type { ErrorBody } from '#contract/errors.ts'
import type { AppError } from '../errors.ts'
import { publicUrl } from './request.ts'

export function envelope(request: FastifyRequest, data: unknown) {
  return { data, meta: { request_id: request.id } }
}

/** The envelope of one page of a list. Of the query, its links contain only `page`. */
export function listEnvelope(
  request: FastifyRequest,
  configuredUrl: string | undefined,
  result: { items: unknown; total: number },
  { page, per_page }: { page: number; per_page: number },
) {
  const lastPage = Math.max(1, Math.ceil(result.total / per_page))
  const address = `${publicUrl(request, configuredUrl)}${request.url.split('?')[0]}`
  const link = (number: number) => `${address}?page=${number}`
  return {
    data: result.items,
    links: {
      first: link(1),
      last: link(lastPage),
      prev: page > 1 ? link(Math.min(page - 1, lastPage)) : null,
      next: page < lastPage ? link(page + 1) : null,
    },
    meta: {
      request_id: request.id,
      current_page: page,
      per_page,
      total: result.total,
      last_page: lastPage,
    },
  }
}

/** The body of an error answer: the error envelope, but only `{message}` for `unauthenticated`. */
export function errorEnvelope(request: FastifyRequest, error: AppError): ErrorBody | { message: string } {
  if (error.code === 'unauthenticated') return { message: error.message }
  return {
    error: { code: error.code, message: error.message, details: error.details },
    meta: { request_id: request.id },
  }
}

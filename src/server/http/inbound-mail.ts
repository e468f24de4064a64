import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { Dependencies } from '../context.ts'
import { AppError } from '../errors.ts'
import { parse } from '../validate.ts'
import { type Envelope, findInboundMailbox, receiveMail } from './bindings.ts'
import { envelope as answerOf } from './envelope.ts'

/** Mails a minute that one mailbox takes; a mail server tries again later with the others. */
const A_MINUTE = 120
const RETRY_AFTER_SECONDS = 60
/** The parts of a form that services which pass mail on put the raw mail in. */
const MAIL_PARTS = ['email', 'message', 'body-mime']
const ADDRESS = 1_000
const HEADER_BYTES = 65_536
const USUAL_HEADER = /^(from|to|subject|date|message-id|received|mime-version|return-path|content-type)\s*:/im

const query = z.object({ recipient: z.string().max(ADDRESS).optional(), sender: z.string().max(ADDRESS).optional() })

/**
 * Serves `POST /inbound/v1/{token}`, to which a mail server or a service posts the mail of a mailbox: raw
 * (`message/rfc822`), or as a part of a form. It is stored when 202 is answered. The token is all that is asked for, so
 * there is neither a session nor CORS.
 */
export function registerInboundMail(app: FastifyInstance, deps: Dependencies): void {
  app.register(async (scope) => {
    const config = { operation: 'receiveMail' }
    scope.addContentTypeParser('message/rfc822', { parseAs: 'buffer', bodyLimit: limits.mailBytes }, (_, body, done) =>
      done(null, body),
    )
    scope.post('/inbound/v1/:token', {
      config,
      bodyLimit: limits.mailBytes,
      // Who may post, and how often, is checked before the body is read.
      async onRequest(request, reply) {
        reply.header('Cache-Control', 'no-store')
        const mailbox = await findInboundMailbox(deps, (request.params as { token: string }).token)
        if (!mailbox) throw new AppError('resource_not_found')
        request.organizationId = mailbox.organization_id
        if (mailbox.is_paused) throw later('This mailbox is paused.')
        const { allowed } = await deps.rateLimits.consume(`inbound:${mailbox.id}`, A_MINUTE)
        if (!allowed) throw new AppError('rate_limit_exceeded', { headers: { 'Retry-After': RETRY_AFTER_SECONDS } })
        request.inbound = mailbox
      },
      async handler(request, reply) {
        const named = parse(query, request.query)
        const { bytes, fields } = await mailOf(request)
        if (!isMail(bytes)) throw new AppError('validation_failed', { message: 'This is no mail: it has no headers.' })
        const of = (name: keyof Envelope) => named[name] ?? fields[name] ?? null
        const around = { recipient: of('recipient'), sender: of('sender') }
        const { id } = await receiveMail(deps, request.inbound!, bytes, around)
        reply.status(202)
        return answerOf(request, { id })
      },
    })
  })
  app.decorateRequest('inbound', null)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The mailbox that a request posts mail to. */
    inbound: Awaited<ReturnType<typeof findInboundMailbox>> | null
  }
}

const later = (message: string) =>
  new AppError('service_unavailable', { message, headers: { 'Retry-After': RETRY_AFTER_SECONDS } })

interface Posted {
  bytes: Buffer
  fields: Partial<Record<keyof Envelope, string>>
}

async function mailOf(request: FastifyRequest): Promise<Posted> {
  if (request.isMultipart()) return readForm(request)
  if (Buffer.isBuffer(request.body)) return { bytes: request.body, fields: {} }
  throw new AppError('validation_failed', { status: 415, message: 'This content type is not supported.' })
}

async function readForm(request: FastifyRequest): Promise<Posted> {
  const sizes = { fileSize: limits.mailBytes, fieldSize: limits.mailBytes }
  const fields: Posted['fields'] = {}
  let bytes: Buffer | undefined
  for await (const part of request.parts({ limits: sizes })) {
    const isMailPart = MAIL_PARTS.includes(part.fieldname)
    if (part.type === 'field') {
      const value = String(part.value)
      if (isMailPart) bytes ??= Buffer.from(value, 'utf8')
      if (part.fieldname === 'recipient' || part.fieldname === 'sender')
        fields[part.fieldname] = value.slice(0, ADDRESS)
    } else if (isMailPart && !bytes) bytes = await part.toBuffer()
    else part.file.resume()
  }
  return { bytes: bytes ?? Buffer.alloc(0), fields }
}

/** Whether bytes begin like a mail: with headers, of which one is usual. */
function isMail(bytes: Buffer): boolean {
  const start = bytes.subarray(0, HEADER_BYTES).toString('latin1')
  return USUAL_HEADER.test(start.split(/\r?\n\r?\n/, 1)[0]!)
}

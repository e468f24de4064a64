import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../context.ts'
import { AppError } from '../errors.ts'
import { parse } from '../validate.ts'
import { authenticateSession, finishMailGrant } from './bindings.ts'
import { SESSION_COOKIE } from './request.ts'

const query = z.object({ state: z.string().max(200).default(''), code: z.string().max(4_000).optional() })

/**
 * Serves `GET /api/v1/oauth/mailbox`, to which a mail provider sends a member's browser back after its page of consent
 * (RFC 6749, section 4.1.2), and leads on to the dashboard with what came of it: `grant`, or `refused` and why.
 */
export function registerMailConsent(app: FastifyInstance, deps: Dependencies): void {
  app.get('/api/v1/oauth/mailbox', { config: { operation: 'finishMailGrant' } }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer')
    const cookie = request.cookies[SESSION_COOKIE]
    const actor = cookie ? await authenticateSession(deps, cookie) : undefined
    if (!actor) throw new AppError('unauthenticated')
    const granted = await finishMailGrant(deps, actor.sessionId, parse(query, request.query))
    return reply.redirect(`/settings/mailboxes/new?${new URLSearchParams({ ...granted })}`, 302)
  })
}

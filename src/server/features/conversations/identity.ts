import { jwtVerify } from 'jose'
import { limits } from '#contract/limits.ts'
import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { invalid } from '../../errors.ts'

/**
 * How far the clock of the company's server may be ahead: many libraries write the time of issue into `nbf`. `exp` gets
 * no such leeway, as the company chooses itself how long a token is good.
 */
const LEEWAY_SECONDS = 60

export interface VisitorIdentity {
  id: string
  name: string | null
  email: string | null
}

/**
 * Verifies the identity token, a JWT (RFC 7519) signed with HS256: `aud` is the agent's id, `sub` the visitor's, and
 * `exp` is required. Undefined if the agent uses no tokens, or requires none and none was sent.
 * @throws AppError 422 on `identity_token` if it is missing, invalid, or names another visitor than `chat_user_id`
 */
export async function verifyIdentity(
  ctx: Context,
  agent: Row<'agents'>,
  body: { chat_user_id?: string | undefined; identity_token?: string | undefined },
): Promise<VisitorIdentity | undefined> {
  if (agent.identity_mode === 'off') return undefined
  if (body.identity_token === undefined) {
    if (agent.identity_mode === 'required') throw invalid('identity_token', 'is required')
    return undefined
  }
  const claims = await readClaims(ctx, agent, body.identity_token)
  const id = typeof claims?.sub === 'string' ? claims.sub.trim() : ''
  if (!claims || id === '' || [...id].length > limits.chatUserId || id.includes('\0') || !id.isWellFormed())
    throw invalid('identity_token', 'is not a valid identity token')
  if (body.chat_user_id !== undefined && body.chat_user_id !== id)
    throw invalid('identity_token', 'names another visitor than chat_user_id')
  return { id, name: claim(claims.name, limits.personName), email: claim(claims.email, limits.email) }
}

async function readClaims(ctx: Context, agent: Row<'agents'>, token: string) {
  if (!agent.identity_secret) return undefined
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(agent.identity_secret), {
      algorithms: ['HS256'],
      audience: agent.id,
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(ctx.now()),
      clockTolerance: LEEWAY_SECONDS,
    })
    return payload.exp! * 1000 > ctx.now() ? payload : undefined
  } catch {
    return undefined
  }
}

function claim(value: unknown, maximum: number): string | null {
  if (typeof value !== 'string' || value.includes('\0') || /\p{Surrogate}/u.test(value)) return null
  return [...value.trim()].slice(0, maximum).join('') || null
}

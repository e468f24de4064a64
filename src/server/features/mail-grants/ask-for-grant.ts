import { OauthFailure } from '../../adapters/mail/oauth/mail-oauth.ts'
import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Verb } from '../../http/binding.ts'
import { hashToken, newToken } from '../keys/index.ts'
import { holdPermission } from '../organizations/index.ts'
import { openAsked, sealGrant } from './grant-secret.ts'
import { changeGrant, insertGrant, removeEnded, removeGrant, selectGrantByState, takeState } from './queries.ts'

/** How long the provider's page may stay open, and how long the mailbox may wait to be added after it. */
const ASKED_MS = 10 * 60_000
const GRANTED_MS = 60 * 60_000

/**
 * Begins to sign in to a mailbox at its provider, in whose page the member's browser is to be sent.
 * @throws AppError 422 for a provider with which this installation is not registered
 */
export const startMailGrant: Verb<'startMailGrant'> = async (ctx, { organization, body: { provider } }) => {
  const { actor } = ctx
  if (actor.kind !== 'session') throw new AppError('forbidden')
  if (!ctx.mailOauth.providers.includes(provider)) throw invalid('provider', 'is none of those that are offered here')
  const id = newId()
  const state = newToken()
  const asked = { verifier: newToken(), redirectUri: `${ctx.publicUrl}/api/v1/oauth/mailbox` }
  return ctx.database.transaction(async (tx) => {
    await holdPermission(ctx, tx, organization.id)
    await removeEnded(tx, organization.id, ctx.now())
    await insertGrant(tx, {
      ...{ id, organization_id: organization.id, session_id: actor.sessionId, provider, mailbox_id: null },
      ...{ state_hash: hashToken(state), secret: sealGrant(ctx, id, asked), status: 'asked' },
      ...{ ends_at: ctx.now() + ASKED_MS, access_until: 0, renewing_until: 0, created_at: ctx.now() },
    })
    return ctx.answer(tx, { url: ctx.mailOauth.pageOf(provider, { ...asked, state }) })
  })
}

/** What came of signing in: the id of the grant, or why there is none. */
export type Granted = { grant: string } | { refused: 'expired' | 'denied' | 'failed' }

/**
 * Takes the answer with which a provider sends a member's browser back. It counts once, within ten minutes, and in the
 * session that asked alone, so that nobody can be brought to give their mailbox to somebody else.
 * @param answer `code` is absent where the member or the provider refused
 */
export async function finishMailGrant(
  deps: Dependencies,
  sessionId: string,
  answer: { state: string; code?: string | undefined },
): Promise<Granted> {
  const row = await selectGrantByState(deps.database.read, hashToken(answer.state))
  if (!row || row.session_id !== sessionId || (row.ends_at ?? 0) <= deps.now()) return { refused: 'expired' }
  if (!(await deps.database.transaction((tx) => takeState(tx, row.id)))) return { refused: 'expired' }
  if (answer.code === undefined) {
    await deps.database.transaction((tx) => removeGrant(tx, row.id))
    return { refused: 'denied' }
  }
  try {
    const tokens = await deps.mailOauth.redeem(row.provider, { ...openAsked(deps, row), code: answer.code })
    await deps.database.transaction((tx) =>
      changeGrant(tx, row.id, {
        ...{ secret: sealGrant(deps, row.id, { access: tokens.access, refresh: tokens.refresh }), status: 'granted' },
        ...{ access_until: tokens.until, ends_at: deps.now() + GRANTED_MS },
      }),
    )
    return { grant: row.id }
  } catch (error) {
    if (!(error instanceof OauthFailure)) throw error
    deps.log.warn({ provider: row.provider, problem: error.message }, 'Nobody could be signed in to a mailbox')
    await deps.database.transaction((tx) => removeGrant(tx, row.id))
    return { refused: 'failed' }
  }
}

import { orNotFound } from '../../errors.ts'
import type { Locator } from '../../http/binding.ts'
import { selectKey } from './queries.ts'

export { authenticateKey } from './authenticate-key.ts'
export { revokeKeysOf } from './revoke-keys.ts'
export { hashToken, isApiKey, isSessionToken, newSessionToken, newToken } from './token.ts'

/** @throws AppError 404 */
export const findKey: Locator<'key'> = async (ctx, id, { organization }) =>
  orNotFound(await selectKey(ctx.database.read, organization.id, id))

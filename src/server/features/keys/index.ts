import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import { selectKey } from './queries.ts'

export { authenticateKey } from './authenticate-key.ts'
export { revokeKeysOf } from './revoke-keys.ts'
export { hashToken, isApiKey, isSessionToken, newSessionToken, newToken } from './token.ts'

/** @throws AppError 404 */
export async function findKey(ctx: Context, organization: Row<'organizations'>, id: string): Promise<Row<'api_keys'>> {
  return orNotFound(await selectKey(ctx.database.read, organization.id, id))
}

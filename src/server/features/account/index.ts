import type { Dependencies } from '../../context.ts'
import { deleteExpiredTokens } from './queries.ts'
import { REQUEST_WINDOW_MS } from './tokens.ts'

export { resetLink } from './reset-link.ts'

/** Deletes links that expired over an hour ago, and so no longer count towards the limit of requests per hour. */
export async function pruneAccountTokens({ database, now }: Dependencies): Promise<void> {
  await database.transaction((tx) => deleteExpiredTokens(tx, now() - REQUEST_WINDOW_MS))
}

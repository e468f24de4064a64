import { lockRow } from '../../db/lock.ts'
import { handler } from '../../jobs/handler.ts'
import { personWithEmail } from '../sessions/index.ts'
import { accountMailJob, requestResetJob } from './jobs.ts'
import { selectRequestTimes } from './queries.ts'
import { prepareToken, REQUEST_WINDOW_MS, REQUESTS_AN_HOUR } from './tokens.ts'

/** Has a link mailed if the address has an account for which fewer than three links were made within the last hour. */
export const requestResetHandler = handler(requestResetJob, (deps) => ({
  async run({ email }) {
    const now = deps.now()
    await deps.database.transaction(async (tx) => {
      const user = await personWithEmail(tx, email.toLowerCase())
      if (!user) return
      await lockRow(tx, 'users', user.id)
      const requests = await selectRequestTimes(tx, user.id, 'password_reset', now - REQUEST_WINDOW_MS)
      if (requests.length >= REQUESTS_AN_HOUR.password_reset) return
      const tokenId = await prepareToken(tx, { user_id: user.id, purpose: 'password_reset' }, now)
      await deps.jobs.send(tx, accountMailJob, { kind: 'link', tokenId })
    })
  },
}))

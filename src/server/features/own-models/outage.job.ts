import { handler } from '../../jobs/handler.ts'
import { notifyAdmins } from '../notifications/index.ts'
import { outageJob } from './jobs.ts'
import { changeAccount, lockAccount, selectUsers } from './queries.ts'

/** Tells owners and admins of an outage of an account that an agent answers with, once. */
export const outageHandler = handler(outageJob, (deps) => ({
  run: ({ accountId, since }) =>
    deps.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId)
      if (account?.status !== 'failing' || account.error_since !== since || account.outage_told === since) return
      const { organization_id } = account
      const users = await selectUsers(tx, organization_id)
      const agent = users.find(({ model_account_id }) => model_account_id === accountId)
      if (!agent) return
      const news = { kind: 'account_failing' as const, organization_id, agent_id: agent.id, subjectId: accountId }
      await notifyAdmins(deps, tx, { ...news, account: 'model_account' })
      await changeAccount(tx, accountId, { outage_told: since })
    }),
}))

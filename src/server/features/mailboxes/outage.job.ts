import { handler } from '../../jobs/handler.ts'
import { notifyAdmins } from '../notifications/index.ts'
import { outageJob } from './jobs.ts'
import { changeMailbox, lockMailbox } from './queries.ts'

/** Tells owners and admins of an outage of a mailbox, once. */
export const outageHandler = handler(outageJob, (deps) => ({
  run: ({ mailboxId, since }) =>
    deps.database.transaction(async (tx) => {
      const mailbox = await lockMailbox(tx, mailboxId)
      if (mailbox?.deleted_at !== null || mailbox.status !== 'failing') return
      if (mailbox.error_since !== since || mailbox.outage_told === since) return
      const { organization_id, agent_id } = mailbox
      const news = { kind: 'account_failing' as const, organization_id, agent_id, subjectId: mailboxId }
      await notifyAdmins(deps, tx, { ...news, account: 'mailbox' })
      await changeMailbox(tx, mailboxId, { outage_told: since })
    }),
}))

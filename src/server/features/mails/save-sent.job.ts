import { rawMail } from '../../adapters/mail/compose/raw-mail.ts'
import { handler } from '../../jobs/handler.ts'
import { imapAccountOf, savesSent, selectAnyMailbox } from '../mailboxes/index.ts'
import { compose } from './compose-outgoing.ts'
import { saveSentJob } from './jobs.ts'
import { selectMail } from './queries.ts'

/** Puts a mail that has left in the folder of sent mail, unless it was erased or the mailbox was changed meanwhile. */
export const saveSentHandler = handler(saveSentJob, (deps) => ({
  async run({ mailId, mailboxId }, { signal }) {
    const mail = await selectMail(deps.database.read, mailId)
    const mailbox = await selectAnyMailbox(deps.database.read, mailboxId)
    if (!mail?.message_id || mailbox?.deleted_at !== null || !savesSent(mailbox)) return
    const composed = await compose(deps, mail, mailbox)
    const account = await imapAccountOf(deps, mailbox)
    if (composed && account) await deps.imapAccounts.saveSent(account, await rawMail(composed), signal)
  },
}))

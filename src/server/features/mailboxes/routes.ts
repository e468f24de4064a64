import type { Bindings } from '../../http/binding.ts'
import { listUnfetched } from './list-unfetched.ts'
import { presentMailbox } from './presenter.ts'
import { selectMailboxes } from './queries.ts'
import { createMailbox, deleteMailbox, renewInboundUrl, updateMailbox } from './save-mailbox.ts'
import { testMailbox } from './test-mailbox.ts'
import { presentVerification, verificationOf } from './verification.ts'
import { verifyMailbox } from './verify-mailbox.ts'

export const mailboxRoutes = {
  listMailboxes: {
    async run(ctx, { organization }) {
      const rows = await selectMailboxes(ctx.database.read, organization.id)
      return rows.map((row) => presentMailbox(row, organization.role))
    },
  },
  getMailbox: { run: async (_ctx, { mailbox, organization }) => presentMailbox(mailbox, organization.role) },
  createMailbox: { run: createMailbox },
  updateMailbox: { run: updateMailbox },
  deleteMailbox: { run: deleteMailbox },
  renewInboundUrl: { run: renewInboundUrl },
  testMailbox: { run: testMailbox },
  listUnfetchedMails: { run: (ctx, { mailbox }) => listUnfetched(ctx, mailbox.id) },
  verifyMailbox: { run: verifyMailbox },
  getMailboxVerification: {
    async run(_ctx, { mailbox }) {
      const verification = verificationOf(mailbox)
      return verification && presentVerification(verification)
    },
  },
} satisfies Partial<Bindings>

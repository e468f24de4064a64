import type { Bindings } from '../../http/binding.ts'
import { presentMailbox } from './presenter.ts'
import { selectMailboxes } from './queries.ts'
import { createMailbox, deleteMailbox, renewInboundUrl, updateMailbox } from './save-mailbox.ts'
import { testMailbox } from './test-mailbox.ts'

export const mailboxRoutes: Bindings<
  | ('listMailboxes' | 'getMailbox' | 'createMailbox' | 'updateMailbox' | 'deleteMailbox' | 'renewInboundUrl')
  | 'testMailbox'
> = {
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
}

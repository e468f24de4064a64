import { latestChange } from '../../events/latest-change.ts'
import type { Bindings } from '../../http/binding.ts'
import { getInboxSummary, listInbox } from './list-inbox.ts'

export const inboxRoutes: Bindings<'listInbox' | 'getInboxSummary'> = {
  listInbox: { run: listInbox, version: (ctx, { organization }) => latestChange(ctx, organization.id) },
  getInboxSummary: { run: getInboxSummary, version: (ctx, { organization }) => latestChange(ctx, organization.id) },
}

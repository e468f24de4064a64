import type { Bindings } from '../../http/binding.ts'
import { getInboxSummary, listInbox } from './list-inbox.ts'

export const inboxRoutes: Bindings<'listInbox' | 'getInboxSummary'> = {
  listInbox: { run: listInbox },
  getInboxSummary: { run: getInboxSummary },
}

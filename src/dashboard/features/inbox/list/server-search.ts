import { permissions } from '#dashboard/lib/permissions.ts'
import type { InboxSearch } from '../inbox-search.ts'

/** Whether the server searches, rather than the dashboard in what it has loaded. */
export const isServerSearch = ({ q }: InboxSearch): boolean => q !== undefined && permissions.ownApi

/** What fills the inbox once its frame shows: one file of the build, as all of it is wanted at about one time. */

export { Details } from './details/details.tsx'
export { ConversationList } from './list/conversation-list.tsx'
export { outboxOf } from './reply/use-outbox.ts'
export { ThreadArea } from './thread/area.tsx'
export { DeleteConversationDialog } from './thread/delete-dialog.tsx'
export { ConversationGone } from './thread/gone.tsx'

/**
 * Re-exports parts of the inbox that load after its frame. One module for all of them makes the build put them into one
 * file.
 */

export { Details } from './details/details.tsx'
export { HandlingArea } from './handling/handling-area.tsx'
export { ConversationList } from './list/conversation-list.tsx'
export { ListEmpty } from './list/empty.tsx'
export { NothingChosen } from './nothing-chosen.tsx'
export { outboxOf } from './reply/use-outbox.ts'
export { ThreadArea } from './thread/area.tsx'
export { DeleteConversationDialog } from './thread/delete-dialog.tsx'
export { ConversationGone } from './thread/gone.tsx'
export { markUnread } from './thread/tell-read.ts'

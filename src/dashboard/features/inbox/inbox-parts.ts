/** What fills the inbox once its frame shows: one file of the build, as all of it is wanted at about one time. */
export { ConversationGone } from './conversation-gone.tsx'
export { ConversationList } from './conversation-list.tsx'
export { Details } from './details.tsx'
export { ThreadArea } from './thread-area.tsx'

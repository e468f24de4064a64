import type { Command } from './command.ts'
import type { Draft } from './decision.ts'
import { addEntry, callOffReply, excerptOf, setMode, setStatus } from './draft.ts'
import { wake } from './handle.ts'

/**
 * Lets somebody take part and puts their words after the last message. They are stored messages that only change their
 * place. If they await an answer, people give it, who had the conversation that the words come from.
 */
export function wordsCome(draft: Draft, { words, from, address, by }: Extract<Command, { kind: 'words_come' }>): void {
  const { row } = draft
  addEntry(draft, { type: 'linked', author: by, details: { address, ...(from && { conversation_id: from }) } })
  const last = words.at(-1)
  if (!last) return
  if (last.role === 'visitor') {
    setStatus(draft, 'open', by)
    wake(draft, by)
    setMode(draft, 'human', by)
    draft.isPersonAskedFor = true
  }
  callOffReply(draft)
  row.turn += 1
  row.message_count += words.length
  row.entry_count = 0
  row.offered_message_id = null
  if (last.role !== 'visitor') row.left_open_position = null
  row.last_message_role = last.role
  row.last_message_excerpt = excerptOf(last.content)
  row.last_message_at = Math.max(last.created_at, row.last_message_at ?? 0)
  tell(draft)
}

/** Closes a conversation whose words have all gone to another one. */
export function wordsGo(draft: Draft, { to, entries, by }: Extract<Command, { kind: 'words_go' }>): void {
  const { row } = draft
  callOffReply(draft)
  row.turn += 1
  row.message_count = 0
  row.entry_count = entries
  row.offered_message_id = null
  row.last_message_role = null
  row.left_open_position = null
  row.last_message_excerpt = null
  row.last_message_at = null
  addEntry(draft, { type: 'linked', author: by, details: { conversation_id: to } })
  setStatus(draft, 'closed', by)
  tell(draft)
}

function tell({ row, events }: Draft): void {
  const ids = { agent_id: row.agent_id, conversation_id: row.id }
  events.push({ event: { type: 'thread.updated', ...ids } }, { event: { type: 'conversation.updated', ...ids } })
}

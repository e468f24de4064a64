import type { Tables } from './tables.ts'

/** The tables whose rows belong to a conversation by their `conversation_id`. */
type OfConversation = {
  [Name in keyof Tables]: 'conversation_id' extends keyof Tables[Name] ? Name : never
}[keyof Tables]

/**
 * What becomes of each table's rows when a visitor or one of their conversations is erased. A table without an entry
 * here does not compile. Each comes after those it refers to.
 * - `by conversation`: the rows with the `conversation_id` of an erased conversation are deleted.
 * - `by code`: the table needs code of its own, as the comment beside it says.
 * - `nothing`: the server puts no visitor's words or name into the table. It may have ids of rows about visitors.
 */
export const kept: {
  [Name in keyof Tables]: Name extends OfConversation ? 'by conversation' | 'by code' : 'by code' | 'nothing'
} = {
  users: 'nothing',
  alarms: 'nothing',
  organizations: 'nothing',
  memberships: 'nothing',
  invitations: 'nothing',
  labels: 'nothing',
  saved_replies: 'nothing',
  sessions: 'nothing',
  session_tokens: 'nothing',
  push_keys: 'nothing',
  push_subscriptions: 'nothing', // what is pushed is kept by the push service and the browser alone
  sign_in_failures: 'nothing',
  two_factors: 'nothing',
  recovery_codes: 'nothing',
  account_tokens: 'nothing',
  audit_entries: 'by code', // the id of an exported visitor becomes its hash
  visitor_jobs: 'by code', // exports of the visitor are deleted with their files; an erasure's `matches` become null
  api_keys: 'nothing',
  model_accounts: 'nothing',
  account_models: 'nothing',
  agents: 'nothing',
  agent_logos: 'nothing',
  agent_actions: 'nothing',
  sources: 'nothing',
  source_versions: 'nothing',
  source_bulks: 'nothing',
  training_jobs: 'nothing',
  chunks: 'nothing',
  knowledge_changes: 'nothing',
  crawls: 'nothing',
  crawl_pages: 'nothing',
  sites: 'nothing',
  site_pages: 'nothing',
  plans: 'nothing',
  plan_pages: 'nothing',
  checks: 'by code', // deleted with the visitor if they ask a question of theirs, as written or as searched for
  check_runs: 'nothing',
  check_results: 'by code', // deleted with their check
  visitors: 'by code', // erased with the visitor, or with their last conversation if their visits have ended
  visitor_sessions: 'by code', // deleted with the visitor's row
  conversations: 'by code', // the row itself is deleted last
  conversation_labels: 'by conversation',
  messages: 'by conversation',
  thread_entries: 'by conversation',
  read_marks: 'by conversation',
  mailed_waits: 'by conversation',
  notifications: 'by conversation',
  followers: 'by conversation',
  visitor_messages: 'by code', // deleted with the message that was sent
  ratings: 'by conversation',
  widget_sightings: 'nothing', // which websites have the chat
  replies: 'by conversation',
  suggestions: 'by conversation',
  receipts: 'by code', // deleted with the message they explain
  source_citations: 'by code', // the rows are kept, for the overview, without the ids of the conversation and its messages
  search_lines: 'by conversation',
  gaps: 'by code', // counted without the questions of a deleted conversation, or deleted if no question is left
  gap_messages: 'by conversation',
  conversation_facts: 'by code', // the row is kept, for the overview, without the id of its conversation
  proofs: 'nothing', // the questions are in a table of their own
  proof_questions: 'by conversation',
  impacts: 'nothing',
  impact_answers: 'by conversation',
  impact_checks: 'nothing', // replies to the checks' own questions
  events: 'nothing', // events hold ids, and nothing that a visitor wrote
  webhook_endpoints: 'nothing',
  webhook_deliveries: 'by code', // deleted by the eraser of the webhooks, which corrects their totals
  webhook_attempts: 'by code', // deleted with their delivery
  mailboxes: 'nothing',
  mail_fetches: 'nothing', // numbers of mails, and when they came
  mail_grants: 'nothing',
  mails: 'by conversation',
  mail_keys: 'nothing', // HMACs, kept so that an erased mail which still lies on a mail server does not come again
  mail_deliveries: 'by code', // deleted with their mail
  pending_mails: 'by conversation',
  mail_threads: 'by conversation',
  conversation_links: 'by conversation',
  attachments: 'by conversation', // their files are given up before; what no message took is removed after a day
  idempotency_keys: 'by code', // stored answers about the conversation are replaced by a 404
  uploads: 'nothing',
  counters: 'nothing',
  quota_usage: 'nothing',
  jobs: 'nothing', // of conversations and visitors, payloads hold the ids of rows alone
}

/** The tables marked `by conversation`, each before those it refers to. */
export const tablesOfConversation = (Object.keys(kept) as (keyof Tables)[])
  .filter((name) => kept[name] === 'by conversation')
  .toReversed()

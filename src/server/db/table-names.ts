import type { Tables } from './tables.ts'

const all: Record<keyof Tables, true> = {
  users: true,
  organizations: true,
  memberships: true,
  invitations: true,
  sessions: true,
  session_tokens: true,
  sign_in_failures: true,
  two_factors: true,
  recovery_codes: true,
  account_tokens: true,
  api_keys: true,
  agents: true,
  agent_actions: true,
  sources: true,
  training_jobs: true,
  chunks: true,
  knowledge_changes: true,
  crawls: true,
  crawl_pages: true,
  conversations: true,
  messages: true,
  replies: true,
  receipts: true,
  events: true,
  webhook_endpoints: true,
  webhook_deliveries: true,
  webhook_attempts: true,
  idempotency_keys: true,
  uploads: true,
  counters: true,
  quota_usage: true,
  jobs: true,
}

/** The tables of both databases; each one comes after those it refers to. */
export const tableNames = Object.keys(all) as (keyof Tables)[]

import { hash } from 'node:crypto'
import type { Input } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'

/** A visitor of one agent. An id whose owner is verified and the same id without proof are two visitors. */
export type VisitorMatch = NonNullable<Input<'eraseVisitors'>['body']>['matches'][number]

/** What remains of an erased visitor's id. Whoever knows the id can tell by the hash that the visitor was erased. */
export const hashOf = (chatUserId: string): string => hash('sha256', chatUserId)

export const matchesOf = (json: string | null): VisitorMatch[] => JSON.parse(json ?? '[]') as VisitorMatch[]

/** The ids of visitors, each once. */
export const idsOf = (matches: readonly VisitorMatch[]): string[] => [
  ...new Set(matches.map(({ chat_user_id }) => chat_user_id)),
]

/** Whether a conversation is this visitor's. Its visitor can prove to be another meanwhile. */
export const isOf = (row: Row<'conversations'>, match: VisitorMatch): boolean =>
  row.agent_id === match.agent_id &&
  row.chat_user_id === match.chat_user_id &&
  row.identity_verified === (match.identity_verified ? 1 : 0)

export const isSame = (one: VisitorMatch, other: VisitorMatch): boolean =>
  one.agent_id === other.agent_id &&
  one.chat_user_id === other.chat_user_id &&
  one.identity_verified === other.identity_verified

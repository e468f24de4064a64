import { hash } from 'node:crypto'
import type { Input } from '#contract/index.ts'
import type { Row } from '../../db/rows.ts'

/** A visitor of one agent. An id whose owner is verified and the same id without proof are two visitors. */
export type VisitorMatch = NonNullable<Input<'eraseVisitors'>['body']>['matches'][number]

/** What remains of an erased visitor's id. Whoever knows the id can tell by the hash that the visitor was erased. */
export const hashOf = (chatUserId: string): string => hash('sha256', chatUserId)

export const matchesOf = (json: string | null): VisitorMatch[] => JSON.parse(json ?? '[]') as VisitorMatch[]

export const idsOf = (matches: readonly VisitorMatch[]): string[] => [
  ...new Set(matches.map(({ chat_user_id }) => chat_user_id)),
]

type Columns = Pick<Row<'conversations'>, 'agent_id' | 'chat_user_id' | 'identity_verified'>

/** The visitor that a row of theirs names: a conversation, or the record of a website's visitor. */
export const matchOf = ({ agent_id, chat_user_id, identity_verified }: Columns): VisitorMatch => ({
  agent_id,
  chat_user_id,
  identity_verified: identity_verified === 1,
})

export const columnsOf = ({ agent_id, chat_user_id, identity_verified }: VisitorMatch): Columns => ({
  agent_id,
  chat_user_id,
  identity_verified: identity_verified ? 1 : 0,
})

export const isSame = (one: VisitorMatch, other: VisitorMatch): boolean =>
  one.agent_id === other.agent_id &&
  one.chat_user_id === other.chat_user_id &&
  one.identity_verified === other.identity_verified

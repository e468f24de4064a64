import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { visitorJobKinds, visitorJobStatuses } from './enums.ts'
import { flag, isStorable, text, uuid } from './fields.ts'
import { limits } from './limits.ts'

const LONGEST_ID = 1_000 // more than any stored id has (`limits.chatUserId`), so that each can be looked for

/** A visitor of an agent. Anybody can claim an id, so verified and unverified ones are different visitors. */
const visitor = z.object({
  agent_id: uuid,
  chat_user_id: z.string().min(1).max(LONGEST_ID).refine(isStorable, 'must be text without the character U+0000'),
  identity_verified: flag,
})

const visitorMatch = visitor.extend({
  conversations: z.int(),
  /** Sources that members taught from this visitor's conversations or gaps, which an erasure leaves; absent if none. */
  taught: z.array(z.object({ source_id: uuid, title: z.string() })).optional(),
})

const findVisitorsBody = z
  .object({ chat_user_id: text(LONGEST_ID).optional(), email: text(limits.email).optional() })
  .superRefine((body, context) => {
    if ((body.chat_user_id === undefined) === (body.email === undefined))
      context.addIssue({ code: 'custom', path: ['chat_user_id'], message: 'or email is required; send one of them' })
  })

const matches = z.object({ matches: z.array(visitor).min(1).max(limits.visitorsAtOnce) })
const job = z.object({ id: uuid, status: z.enum(visitorJobStatuses) })

export const privacyEndpoints = defineEndpoints({
  findVisitors: {
    summary: 'Find a visitor by id or e-mail address, with deleted conversations',
    body: findVisitorsBody,
    data: z.array(visitorMatch),
  },
  exportVisitors: {
    summary: 'Write what is known of visitors into a file, which is kept for 24 hours',
    body: matches,
    data: job,
  },
  eraseVisitors: { summary: 'Erase visitors with all their conversations, for good', body: matches, data: job },
  getVisitorJob: {
    summary: 'Read how far an export or an erasure is',
    data: job.extend({ kind: z.enum(visitorJobKinds), url: z.url().optional() }),
  },
  downloadVisitorExport: { summary: 'Download the file of an export (JSON)' },
})

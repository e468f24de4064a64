import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { conversationStatuses } from './enums.ts'
import { text, uuid } from './fields.ts'
import { inboxFilters, inboxItem } from './inbox.ts'
import { limits } from './limits.ts'
import { threadPosition } from './threads.ts'

const searchResult = z.object({
  conversation_id: uuid,
  agent_id: uuid,
  /** The position in the thread of the message or note found; `0.0` for what is known of the visitor or the mails. */
  position: threadPosition,
  excerpt: z.string(),
  /** Where the words found are in the excerpt: index of the first character, and of the one after the last. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  /** The conversation as the inbox lists it, with `expand=line` only. */
  line: inboxItem.optional(),
})

export const searchEndpoints = defineEndpoints({
  search: {
    summary:
      'Find conversations by words in messages, notes, subjects, names of files and what is known of who writes, latest line first',
    query: z.object({
      q: text(limits.searchQuery, 0).meta({
        description: 'Words in any order, the last one may be unfinished; phrases in quotation marks',
      }),
      ...inboxFilters,
      status: z.enum(conversationStatuses).optional(),
      from: z.iso.datetime({ offset: true }).optional().meta({ description: 'The first moment' }),
      to: z.iso.datetime({ offset: true }).optional().meta({ description: 'The moment after the last one' }),
      expand: z.enum(['line']).optional(),
      cursor: z.string().max(200).optional().meta({ description: '`next_cursor` of the page before' }),
    }),
    /** A page may hold few results or none although `next_cursor` leads to more, as where few pass the filters. */
    data: z.object({ items: z.array(searchResult), next_cursor: z.string().nullable() }),
  },
})

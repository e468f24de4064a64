import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { uuid } from './fields.ts'

/** Somebody else who has the conversation open. */
const present = z.object({ user_id: uuid, name: z.string(), is_writing: z.boolean() })

export const presenceEndpoints = defineEndpoints({
  tellPresence: {
    summary:
      'Say that one has a conversation open, and whether one is writing, or writing a note; answers who else has',
    body: z.object({ conversation_id: uuid, is_writing: z.boolean(), is_note: z.boolean().optional() }),
    data: z.array(present),
  },
})

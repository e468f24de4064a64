import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { text, uuid } from './fields.ts'
import { limits } from './limits.ts'

/** A text that members send again and again: its author or, if shared, all members of the organization. */
const savedReply = z.object({
  id: uuid,
  title: z.string(),
  /** What is inserted. `{{visitor.name|there}}` stands for the visitor's name, or `there` where it is not known. */
  content: z.string(),
  is_shared: z.boolean(),
  author: z.object({ user_id: uuid, name: z.string() }),
})

const isShared = z.boolean()

export const createSavedReplyBody = z.object({
  title: text(limits.savedReplyTitle),
  content: text(limits.messageContent),
  is_shared: isShared.optional().default(false),
})
const updateSavedReplyBody = createSavedReplyBody.extend({ is_shared: isShared }).partial()

export const savedReplyEndpoints = defineEndpoints({
  listSavedReplies: {
    summary: "List one's own saved replies and those that others share, by title",
    data: z.array(savedReply),
  },
  createSavedReply: { summary: 'Save a reply to send it again', body: createSavedReplyBody, data: savedReply },
  updateSavedReply: {
    summary: 'Change a saved reply; a shared one of others only as an owner or admin',
    body: updateSavedReplyBody,
    data: savedReply,
  },
  deleteSavedReply: { summary: 'Delete a saved reply; a shared one of others only as an owner or admin' },
})

import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { sourceTypes } from './enums.ts'
import { text, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { questionPair } from './sources.ts'

const pairs = z.array(questionPair).min(1).max(limits.questionsPerSource)

export const taughtFrom = {
  gap: uuid.optional(),
  conversation: uuid.optional(),
  message: uuid.optional(),
  playground: z.literal(true).optional(),
}

/** Who taught the agent a text, and from where: a gap, a message of a conversation, or else the playground. */
const taught = z.object({ user_id: uuid, from: z.object(taughtFrom), at: timestamp })

/** `questions` for sources of type `qa`, `content` for all others: the text as written, or as read, in Markdown. */
const written = { content: z.string().optional(), questions: z.array(questionPair).optional() }

const sourceContent = z.object({
  type: z.enum(sourceTypes),
  title: z.string(),
  version: z.int(),
  ...written,
  /** What the text was read from, if it is that of a page or a file; `url` is null for a file. */
  page: z
    .object({ url: z.string().nullable(), title: z.string(), fetched_at: timestamp, size_bytes: z.int() })
    .optional(),
  /** What answers are made from. While a new text is trained on, these are still those of the previous text. */
  passages: z.array(z.object({ text: z.string() })),
  cited_90_days: z.int(),
  taught: taught.nullable(),
})

const sourceVersion = z.object({
  version: z.int(),
  title: z.string(),
  size_bytes: z.int(),
  created_at: timestamp,
  /** Who wrote it; null if it was read from a page or file, or if it is not known. */
  user_id: uuid.nullable(),
  taught: taught.nullable(),
})

/** The version that the client has read; if it is not the latest, the change is refused: 409 `source_is_stale`. */
const readVersion = z.int().min(1)

export const updateSourceContentBody = z.object({
  version: readVersion,
  content: text(limits.sourceText).optional(),
  questions: pairs.optional(),
  title: text(limits.sourceTitle, 0).optional(),
})

export const sourceContentEndpoints = defineEndpoints({
  getSourceContent: { summary: 'Read what the agent learnt from a source', data: sourceContent },
  updateSourceContent: {
    summary:
      'Change a text, questions and answers, or the title of any source; the old text answers until the new is trained',
    body: updateSourceContentBody,
    data: sourceContent,
    errors: ['agent_unavailable', 'source_is_stale', 'subscription_limit_exceeded'],
  },
  listSourceVersions: {
    summary: 'List the last versions of a source, the current one first',
    data: z.array(sourceVersion),
  },
  getSourceVersion: { summary: 'Read a version of a source', data: sourceVersion.extend(written) },
  restoreSourceVersion: {
    summary: 'Make a new version of a text, or of questions and answers, that says what an older one said',
    body: z.object({ version: readVersion }),
    data: sourceContent,
    errors: ['validation_failed', 'agent_unavailable', 'source_is_stale', 'subscription_limit_exceeded'],
  },
})

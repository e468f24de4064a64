import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { type SourceType, sourceTypes, trainingStatuses } from './enums.ts'
import { text, timestamp, uuid, webUrl } from './fields.ts'
import { limits } from './limits.ts'
import { pageQuery } from './pagination.ts'

export const source = z.object({
  id: uuid,
  type: z.enum(sourceTypes),
  title: z.string(),
  status: z.enum(trainingStatuses),
  is_draft: z.boolean(),
  task_id: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
})

const title = text(limits.sourceTitle, 0).optional().meta({ description: 'Made from the content when omitted' })

export const textSourceBody = z.object({ type: z.literal('text'), content: text(limits.sourceText), title })

export const questionPair = z.object({ question: text(limits.question), answer: text(limits.answer) })

export const qaSourceBody = z.object({
  type: z.literal('qa'),
  questions: z.array(questionPair).min(1).max(limits.questionsPerSource),
  title,
})

export const urlSourceBody = z.object({
  type: z.literal('url'),
  urls: z.array(webUrl()).min(1).max(limits.urlsPerRequest),
})

/** `file`: PDF, DOCX, TXT, MD, CSV or HTML, recognised by its content; its name tells text formats apart. */
const fileSourceBody = z.object({ type: z.literal('file'), title, file: z.file() })

const sourceBodies = { text: textSourceBody, qa: qaSourceBody, url: urlSourceBody, file: fileSourceBody } satisfies {
  [Type in SourceType]: z.ZodObject<{ type: z.ZodLiteral<Type> }>
}
const { file: _sentAsMultipart, ...jsonBodies } = sourceBodies
type JsonBody = (typeof jsonBodies)[keyof typeof jsonBodies]

const createSourceBody = z.discriminatedUnion('type', Object.values(jsonBodies) as [JsonBody, ...JsonBody[]])

export const trainingJob = z.object({
  id: z.string(),
  status: z.enum(trainingStatuses),
  source_id: uuid,
  agent_id: uuid,
  progress: z.int().min(0).max(100),
  error: z.string().nullable(),
})

/** A source with the progress and error of its training and, if it is a web page, its address; for the dashboard. */
const fullSource = source.extend(trainingJob.pick({ progress: true, error: true }).shape).extend({
  // Not the title, which reading the page replaces. Null for other types.
  url: z.string().nullable(),
})

const sourceList = {
  query: z.object({ type: z.enum(sourceTypes).optional(), status: z.enum(trainingStatuses).optional(), ...pageQuery }),
  paginated: true,
} as const

const draft = source.extend({ content: z.string() })
const draftBody = z.object({ content: text(limits.sourceText, 0), title })

export const sourceEndpoints = defineEndpoints({
  listSources: { summary: "List an agent's sources, newest first", ...sourceList, data: z.array(source) },
  createSource: {
    summary: 'Create a source and train the agent on it; one source for each URL',
    body: createSourceBody,
    multipart: fileSourceBody,
    data: z.union([source, z.array(source)]),
    errors: ['agent_unavailable', 'subscription_limit_exceeded', 'upstream_failure'],
  },
  getSource: { summary: 'Read a source', data: source },
  deleteSource: {
    summary: 'Delete a source and what the agent learnt from it',
    errors: ['agent_unavailable', 'upstream_failure'],
  },
  retrainSource: {
    summary: 'Train on a source again',
    data: z.object({ task_id: z.string() }),
    errors: ['validation_failed', 'agent_unavailable', 'upstream_failure'],
  },
  getTrainingJob: { summary: 'Read how far a training job is', data: trainingJob, errors: ['upstream_failure'] },
  listFullSources: {
    summary: "List an agent's sources with their addresses and how their training goes, newest first",
    query: sourceList.query.extend({
      q: text(limits.searchQuery, 0).optional().meta({ description: 'Words in the title, the address or the text' }),
    }),
    paginated: true,
    data: z.array(fullSource),
  },
  getFullSource: { summary: 'Read a source with its address and how its training goes', data: fullSource },
  listSourceAddresses: {
    summary: 'List the web pages an agent has as sources, so that none need be added twice',
    data: z.array(z.string()),
  },
  listDrafts: { summary: "List an agent's draft sources", data: z.array(draft) },
  createDraft: { summary: 'Start a draft', body: draftBody, data: draft, errors: ['subscription_limit_exceeded'] },
  updateDraft: { summary: 'Save a draft', body: draftBody.partial(), data: draft },
  deleteDraft: { summary: 'Throw a draft away' },
  publishDraft: {
    summary: 'Make a draft an ordinary source and train on it',
    data: source,
    errors: ['validation_failed', 'agent_unavailable', 'subscription_limit_exceeded'],
  },
})

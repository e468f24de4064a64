import { z } from 'zod'
import { answerTrace } from './conversations.ts'
import { defineEndpoints } from './endpoint.ts'
import { checkExpectations, checkRunStatuses, checkRunTriggers } from './enums.ts'
import { flag, text, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'

const facts = z.array(z.array(z.string()))

/** A question whose reply is known beforehand, so that it can be seen when the agent no longer gives it. */
export const check = z.object({
  id: uuid,
  question: z.string(),
  expects: z.enum(checkExpectations),
  /** Facts, each a list of wordings. The reply must contain one wording of every fact. */
  facts,
  /** The source that the reply must cite; null: any or none. */
  cites: uuid.nullable(),
  /** Whether the check is asked, but not counted in a run's `passed`, `failed`, `broke` and `mended`. */
  muted: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
})

const factsBody = z
  .array(z.array(text(limits.checkFact)).min(1).max(limits.checkAlternatives))
  .max(limits.checkFacts)
  .meta({ description: 'Of each inner list the reply must say one, as whole words without regard to case and accents' })

export const checkBody = z.object({
  question: text(limits.question),
  expects: z.enum(checkExpectations),
  facts: factsBody.optional().default([]),
  cites: uuid.nullable().optional().default(null).meta({ description: 'Id of the source that the reply must cite' }),
  muted: flag.optional().default(false),
})

const checkChanges = z.object({
  question: text(limits.question).optional(),
  expects: z.enum(checkExpectations).optional(),
  facts: factsBody.optional(),
  cites: uuid.nullable().optional(),
  muted: flag.optional(),
})

const verdict = z.enum(['passed', 'failed'])
const change = z.enum(['broke', 'mended']).nullable()

const checkRun = z.object({
  id: uuid,
  status: z.enum(checkRunStatuses),
  trigger: z.enum(checkRunTriggers),
  /** How many checks the run asks; `asked`: how many it has asked so far. */
  total: z.int(),
  asked: z.int(),
  passed: z.int(),
  failed: z.int(),
  /** Checks that broke (the `change` of their result), without muted ones; like `passed`, 0 until the run ends. */
  broke: z.int(),
  mended: z.int(),
  created_at: timestamp,
  ended_at: timestamp.nullable(),
})

const checkResult = z.object({
  check_id: uuid,
  question: z.string(),
  muted: z.boolean(),
  verdict,
  /** How the verdict differs from the latest earlier `done` run that asked the unchanged check; else null. */
  change,
  problems: z.object({
    /** Whether the agent answered, refused or handed over although something else was expected. */
    decision: z.boolean(),
    facts,
    /** Whether the reply lacks a citation of the source that it must cite. */
    cites: z.boolean(),
  }),
  decision: answerTrace.shape.decision,
  reply: z.string(),
  citations: answerTrace.shape.citations,
  model: z.string(),
  /** Increases with every change of what the agent knows. */
  knowledge_version: z.int(),
  latency_ms: z.int(),
  created_at: timestamp,
})

export const checkEndpoints = defineEndpoints({
  listChecks: { summary: "List an agent's checks, newest first", data: z.array(check) },
  createCheck: {
    summary: 'Add a check: a question, and what the agent must reply',
    body: checkBody,
    data: check,
    errors: ['subscription_limit_exceeded'],
  },
  importChecks: {
    summary:
      'Add checks from a CSV file with the columns question, expects, facts, cites and muted: all of them or, when a row has a problem, none',
    body: z.string('must be sent as text/csv'),
    data: z.object({ imported: z.int() }),
    errors: ['subscription_limit_exceeded'],
  },
  getCheck: { summary: 'Read a check', data: check },
  updateCheck: { summary: 'Change a check; send only what changes', body: checkChanges, data: check },
  deleteCheck: { summary: 'Delete a check and its results' },
  listCheckResults: {
    summary: 'What a check came to in the runs that are kept, newest first',
    data: z.array(checkResult.extend({ run_id: uuid })),
  },
  createCheckRun: {
    summary:
      'Ask the agent all its checks. The built-in model costs nothing; with a model of a provider each check costs a credit, and the number of credits must be agreed to',
    body: z.object({
      credits: z.int().min(0).optional().meta({
        description: 'The credits that the run may cost: with a model of a provider as many as there are checks',
      }),
    }),
    data: checkRun,
    errors: ['check_run_in_progress', 'subscription_limit_exceeded'],
  },
  listCheckRuns: { summary: "List the runs of an agent's checks that are kept, newest first", data: z.array(checkRun) },
  getCheckRun: {
    summary: 'Read a run with its results: what broke first, then what else fails',
    data: checkRun.extend({ results: z.array(checkResult) }),
  },
})

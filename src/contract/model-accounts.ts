import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { flag, text, timestamp, uuid, webUrl } from './fields.ts'
import { limits } from './limits.ts'
import { modelAccountErrors, modelAccountStatuses, modelProviders } from './model-enums.ts'

/** An organization's own account with a provider of AI models. Its key is in no answer. */
const modelAccount = z.object({
  id: uuid,
  provider: z.enum(modelProviders),
  name: z.string(),
  /** Null but for `openai_compatible`, and for responders. */
  base_url: z.string().nullable(),
  /** Empty for a short key, of which four characters would tell too much; null for responders. */
  key_last_four: z.string().nullable(),
  /** The models that agents may be given. A model's id follows from the account and the slug, and never changes. */
  models: z.array(z.object({ id: uuid, slug: z.string(), name: z.string() })),
  /** Whether the account embeds texts: none does. */
  embeds: flag,
  status: z.enum(modelAccountStatuses),
  error: z.object({ code: z.enum(modelAccountErrors), message: z.string(), since: timestamp }).nullable(),
  /** How many agents answer with a model of the account. */
  used_by: z.int(),
  created_at: timestamp,
})

/** Without a query or fragment, as paths are put behind it. */
const baseUrl = webUrl().refine((value) => !/[?#]/.test(value), 'must not have a query or fragment')

/** It is sent as a header, which has visible ASCII characters alone. */
const key = text(limits.modelKey).refine(
  (value) => /^[!-~]+$/.test(value),
  'must have no spaces and only plain letters',
)

/** Slugs as the provider lists them, each once. */
const slugs = z
  .array(text(limits.modelSlug))
  .max(limits.accountModels)
  .transform((list) => [...new Set(list)])

const fields = { name: text(limits.modelAccountName), base_url: baseUrl, key, models: slugs }

export const modelAccountEndpoints = defineEndpoints({
  listModelAccounts: {
    summary: "List the organization's own accounts with providers of AI models, oldest first",
    data: z.array(modelAccount),
  },
  getModelAccount: { summary: 'An account with its state', data: modelAccount },
  createModelAccount: {
    summary: 'Add an account, after asking its provider for the models; without `models`, the first of them are taken',
    body: z.object({
      provider: z.enum(modelProviders),
      name: fields.name.optional().meta({ description: "The provider's name if absent" }),
      base_url: baseUrl.optional(),
      key,
      models: slugs.optional(),
    }),
    data: modelAccount,
    errors: ['subscription_limit_exceeded'],
  },
  updateModelAccount: {
    summary: 'Change an account; agents whose model it no longer has get the default model',
    body: z.object(fields).partial(),
    data: modelAccount,
  },
  deleteModelAccount: { summary: 'Delete an account with its key; its agents get the default model' },
  testModelAccount: {
    summary: 'Try an account within 20 seconds: list its models, and ask one of them for a word',
    /** An account that is not added yet, or a stored one and a model of it, by its slug. */
    body: z.union([
      z.strictObject({ id: uuid, model: text(limits.modelSlug).optional() }),
      z.object({ provider: z.enum(modelProviders), base_url: baseUrl.optional(), key }),
    ]),
    data: z.object({
      ok: flag,
      code: z.enum(modelAccountErrors).nullable(),
      /** What to do, in a sentence; null if there is nothing. */
      message: z.string().nullable(),
      /** The slugs of the models that can answer, as the provider lists them. */
      models: z.array(z.string()),
      /** How a model answered, with the milliseconds that it took; null if none was asked or none answered. */
      trial: z.object({ ms: z.int(), streams: flag, calls_tools: flag, counts_tokens: flag }).nullable(),
    }),
    errors: ['rate_limit_exceeded'],
  },
})

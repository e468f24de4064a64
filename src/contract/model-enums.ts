/* The words of accounts with providers of AI models that database, server and clients share, without zod. */

/** `openai_compatible`: a server that speaks as OpenAI's does, at an address of its own. */
export const modelProviders = ['openai', 'anthropic', 'google', 'mistral', 'openai_compatible'] as const
/** `unchecked`: no model of the account has answered yet; `failing`: see the account's `error`. */
export const modelAccountStatuses = ['ok', 'failing', 'unchecked'] as const
/** Why an account can't be used; each comes with a sentence that says what to do. */
export const modelAccountErrors = [
  ...(['key_refused', 'no_permission', 'quota_exhausted', 'model_not_found', 'host_not_found'] as const),
  ...(['address_forbidden', 'connection_refused', 'certificate_invalid', 'timed_out', 'not_compatible'] as const),
  'secret_unreadable',
] as const
/** Whose a model is: the one that is built in, the organization's by an account of its own, or the platform's. */
export const modelGroups = ['built_in', 'own', 'platform'] as const

export type ModelProvider = (typeof modelProviders)[number]
export type ModelAccountStatus = (typeof modelAccountStatuses)[number]
export type ModelAccountErrorCode = (typeof modelAccountErrors)[number]
export type ModelGroup = (typeof modelGroups)[number]

export const providerNames: Record<ModelProvider, string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  mistral: 'Mistral',
  openai_compatible: 'OpenAI-compatible server',
}

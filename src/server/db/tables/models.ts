import type { Generated } from 'kysely'
import type { ModelAccountErrorCode, ModelAccountStatus, ModelProvider } from '#contract/model-enums.ts'
import type { Flag, Milliseconds } from './types.ts'

/** An organization's own account with a provider of AI models. */
interface ModelAccounts {
  id: string
  organization_id: string
  provider: ModelProvider
  name: string
  /** Of an `openai_compatible` server, without a final slash; null for all others. */
  base_url: string | null
  /** The provider's key, sealed (see `Secrets`). */
  key_secret: string
  key_last_four: string
  status: ModelAccountStatus
  error_code: ModelAccountErrorCode | null
  error_message: string | null
  error_since: Milliseconds | null
  /** The `error_since` of the outage of which owners and admins were told. */
  outage_told: Generated<Milliseconds | null>
  created_at: Milliseconds
}

interface AccountModels {
  /** The UUIDv5 of the account and the slug. */
  id: string
  account_id: string
  /** The provider's name of the model. */
  slug: string
  name: string
  /** Its place in the account's list, from 0. */
  position: number
  /** In tokens; null if the provider does not say. */
  context_length: number | null
  /** Null if the provider does not say. */
  calls_tools: Flag | null
}

export interface ModelTables {
  model_accounts: ModelAccounts
  account_models: AccountModels
}

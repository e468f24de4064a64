import type { Data } from '#contract/index.ts'
import { isAtLeast } from '#contract/roles.ts'
import type { Row } from '../../db/rows.ts'
import { isoTime } from '../../db/time.ts'
import type { LocatedOrganization } from '../../http/binding.ts'

/** What an account has besides its row. */
export interface AccountParts {
  models: readonly Row<'account_models'>[]
  /** How many agents answer with a model of the account. */
  usedBy: number
}

/** An account as those see it who have `role`: its address and key are for owners and admins alone. */
export function presentAccount(
  row: Row<'model_accounts'>,
  { models, usedBy }: AccountParts,
  role: LocatedOrganization['role'],
): Data<'getModelAccount'> {
  const maySeeKey = role !== null && isAtLeast(role, 'admin')
  const { error_code: code, error_message, error_since } = row
  return {
    id: row.id,
    provider: row.provider,
    name: row.name,
    base_url: maySeeKey ? row.base_url : null,
    key_last_four: maySeeKey ? row.key_last_four : null,
    models: models.map(({ id, slug, name }) => ({ id, slug, name })),
    embeds: false,
    status: row.status,
    error: code === null ? null : { code, message: error_message ?? '', since: isoTime(error_since ?? 0) },
    used_by: usedBy,
    created_at: isoTime(row.created_at),
  }
}

/** How the audit log names an account. */
export const accountTarget = ({ id, name }: Pick<Row<'model_accounts'>, 'id' | 'name'>) => ({
  type: 'model_account' as const,
  id,
  name,
})

import type { Data } from '#contract/index.ts'
import type { Db } from '../../db/tables.ts'
import { firstOrganization, organizationsOf } from '../organizations/index.ts'
import { selectUser } from './queries.ts'

export async function presentSession(db: Db, userId: string): Promise<Data<'getSession'>> {
  const user = await selectUser(db, userId)
  const organizations = await organizationsOf(db, userId)
  const first = await firstOrganization(db)
  return {
    user: { id: user.id, name: user.name, email: user.email },
    organizations: organizations.map((row) => ({
      ...row,
      responders_teach: row.responders_teach === 1,
      ...(row.role === 'owner' && row.id === first && { runs_server: true as const }),
    })),
  }
}

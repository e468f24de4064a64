import type { Data } from '#contract/index.ts'
import type { Db } from '../../db/tables.ts'
import { organizationsOf } from '../organizations/index.ts'
import { selectUser } from './queries.ts'

export async function presentSession(db: Db, userId: string): Promise<Data<'getSession'>> {
  const user = await selectUser(db, userId)
  const organizations = await organizationsOf(db, userId)
  return {
    user: { id: user.id, name: user.name, email: user.email },
    organizations: organizations.map((row) => ({ ...row, responders_teach: row.responders_teach === 1 })),
  }
}

import { countRows } from '../../db/count-rows.ts'
import type { Row } from '../../db/rows.ts'
import { changeRows, removeRows, rowsOf } from '../../db/table-rows.ts'
import type { Db, Tx } from '../../db/tables.ts'

export const { insertAll: insertRecoveryCodes } = rowsOf('recovery_codes')

export function selectTwoFactor(db: Db, userId: string): Promise<Row<'two_factors'> | undefined> {
  return db.selectFrom('two_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export const countRecoveryCodes = (db: Db, userId: string): Promise<number> =>
  countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId))

/** Keeps a secret that is still to be confirmed, in place of an earlier one. */
export async function setPendingSecret(tx: Tx, userId: string, secret: string): Promise<void> {
  await tx
    .insertInto('two_factors')
    .values({ user_id: userId, secret: null, last_step: 0, pending_secret: secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret: secret }))
    .execute()
}

/** Makes a pending secret the one that counts. @returns whether it was still the pending one */
export async function activateSecret(tx: Tx, userId: string, secret: string, step: number): Promise<boolean> {
  const values = { user_id: userId, pending_secret: secret }
  const changed = await changeRows(tx, 'two_factors', values, { secret, last_step: step, pending_secret: null })
  return changed === 1
}

/** Uses up a time step and all before it. @returns false if it was used up already */
export async function takeStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const result = await tx
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Uses up a recovery code. @returns whether there was such a code */
export async function takeRecoveryCode(tx: Tx, userId: string, codeHash: string): Promise<boolean> {
  return (await removeRows(tx, 'recovery_codes', { user_id: userId, code_hash: codeHash })) > 0
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

export const deleteTwoFactor = (tx: Tx, userId: string) =>
  tx.deleteFrom('two_factors').where('user_id', '=', userId).returning('secret').executeTakeFirst()

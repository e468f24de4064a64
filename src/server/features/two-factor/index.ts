import { newId } from '../../db/ids.ts'
import type { Db, Tx } from '../../db/tables.ts'
import {
  activateSecret,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteTwoFactor,
  insertRecoveryCodes,
  selectTwoFactor,
  setPendingSecret,
  takeRecoveryCode,
  takeStep,
} from './queries.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { newSecret, otpauthUri, stepOf } from './totp.ts'

/** Whether a person's sign-in takes a second factor. */
export async function hasTwoFactor(db: Db, userId: string): Promise<boolean> {
  return Boolean((await selectTwoFactor(db, userId))?.secret)
}

/** Whether two-factor is on, and how many recovery codes are left. */
export async function twoFactorState(db: Db, userId: string): Promise<{ isOn: boolean; codesLeft: number }> {
  const isOn = await hasTwoFactor(db, userId)
  return { isOn, codesLeft: isOn ? await countRecoveryCodes(db, userId) : 0 }
}

/** Uses up a code of the authenticator or a recovery code. @returns false if it is neither, or was used up before */
export async function takeCode(tx: Tx, userId: string, code: string, now: number): Promise<boolean> {
  const secret = (await selectTwoFactor(tx, userId))?.secret
  if (!secret) return false
  const step = stepOf(secret, code, now)
  if (step !== undefined) return takeStep(tx, userId, step)
  return takeRecoveryCode(tx, userId, hashRecoveryCode(userId, code))
}

/** Makes a new secret. It takes the place of the present one once a code of it has been confirmed. */
export async function beginTwoFactor(
  tx: Tx,
  { id, email }: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  const secret = newSecret()
  await setPendingSecret(tx, id, secret)
  return { secret, uri: otpauthUri(secret, email) }
}

/**
 * Turns two-factor on if the code is one of the pending secret, and makes ten recovery codes in place of all earlier
 * ones.
 * @returns the recovery codes, of which only hashes are stored; undefined when the code is wrong
 */
export async function confirmSecret(tx: Tx, userId: string, code: string, now: number): Promise<string[] | undefined> {
  const pending = (await selectTwoFactor(tx, userId))?.pending_secret
  const step = pending ? stepOf(pending, code, now) : undefined
  if (!pending || step === undefined || !(await activateSecret(tx, userId, pending, step))) return undefined
  const codes = newRecoveryCodes()
  await deleteRecoveryCodes(tx, userId)
  await insertRecoveryCodes(
    tx,
    codes.map((plain) => ({ id: newId(), user_id: userId, code_hash: hashRecoveryCode(userId, plain) })),
  )
  return codes
}

/** Turns two-factor off. @returns whether it was on */
export async function removeTwoFactor(tx: Tx, userId: string): Promise<boolean> {
  await deleteRecoveryCodes(tx, userId)
  const removed = await deleteTwoFactor(tx, userId)
  return removed !== undefined && removed.secret !== null
}

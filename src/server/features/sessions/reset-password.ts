import { randomInt } from 'node:crypto'
import type { Dependencies } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import { hashPassword } from './password.ts'
import { changePassword, deleteFailuresOf, deleteSessionsOf, selectUserByEmail } from './queries.ts'

/** The characters of a password: no letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 5 // 20 characters of 31 make 99 bits

/**
 * Gives an account a new random password, ends all its sessions, and forgets failed sign-ins, as whoever asks for this
 * has often tried ten times.
 *
 * @returns the password, which is kept nowhere; undefined when there is no such account
 */
export async function resetPassword(
  { database }: Pick<Dependencies, 'database'>,
  email: string,
): Promise<string | undefined> {
  const address = email.trim().toLowerCase()
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  return database.transaction(async (tx) => {
    const user = await selectUserByEmail(tx, address)
    if (!user) return undefined
    await lockRow(tx, 'users', user.id)
    await changePassword(tx, user.id, passwordHash)
    await deleteSessionsOf(tx, user.id)
    await deleteFailuresOf(tx, user)
    return password
  })
}

function newPassword(): string {
  const character = () => ALPHABET[randomInt(ALPHABET.length)]
  const group = () => Array.from({ length: GROUP_LENGTH }, character).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

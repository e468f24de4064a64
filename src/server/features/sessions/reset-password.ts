import { randomInt } from 'node:crypto'
import type { Dependencies } from '../../context.ts'
import { lockRow } from '../../db/lock.ts'
import { hashPassword } from './password.ts'
import { changePassword, deleteFailuresOf, deleteSessionsOf, selectUserByEmail } from './queries.ts'

/** The characters of generated passwords, without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 5 // characters; 4 groups of 31 possible characters make 99 bits

/**
 * Gives an account a new random password, ends all its sessions, and deletes its failed attempts, since its owner has
 * often used up all ten.
 *
 * @returns the password, which is stored as a hash only; undefined if there is no such account
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

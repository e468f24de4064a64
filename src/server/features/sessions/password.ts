import { hash, verify } from '@node-rs/argon2'

/** OWASP's first recommendation for argon2id: 19 MiB, 2 passes, parallelism 1. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let absentUserHash: Promise<string> | undefined

/**
 * Hashes a password with argon2id in a background thread.
 * @returns the hash with its parameters, as a PHC string
 */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

/**
 * Checks a password. Takes as long for an account that does not exist (`passwordHash` undefined) as for a wrong
 * password.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  absentUserHash ??= hashPassword('no account has this password')
  const matches = await verify(passwordHash ?? (await absentUserHash), password)
  return matches && passwordHash !== undefined
}

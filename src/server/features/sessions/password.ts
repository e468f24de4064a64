import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let absentUserHash: Promise<string> | undefined

/** argon2id, in its own thread, as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

/** Takes as long for an account that doesn't exist (no hash) as for a wrong password. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  absentUserHash ??= hashPassword('no account has this password')
  const matches = await verify(passwordHash ?? (await absentUserHash), password)
  return matches && passwordHash !== undefined
}

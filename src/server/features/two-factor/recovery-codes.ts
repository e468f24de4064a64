import { hash, randomInt } from 'node:crypto'

/** The characters of a code: no letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODES = 10
const GROUP_LENGTH = 6 // 12 characters of 31 make 59 bits; only ten wrong codes are checked in 15 minutes

/** Ten codes, each of which signs in once in place of the authenticator. */
export function newRecoveryCodes(): string[] {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: CODES }, () => `${group()}-${group()}`)
}

/** The hash under which a code is stored. Case and separators make no difference. */
export function hashRecoveryCode(userId: string, code: string): string {
  return hash('sha256', `${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
}

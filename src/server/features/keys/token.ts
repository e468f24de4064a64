import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_CHARACTERS = 40
const CHECKSUM_CHARACTERS = 6
const API_KEY = /^baton_[0-9A-Za-z]{46}$/
const SESSION_TOKEN = /^batons_[0-9A-Za-z]{40}$/
/** The largest multiple of 62 in a byte: bytes from this on would make some characters likelier. */
const UNBIASED = 248

function randomBase62(length: number): string {
  let text = ''
  while (text.length < length)
    for (const byte of randomBytes(length * 2)) if (byte < UNBIASED && text.length < length) text += ALPHABET[byte % 62]
  return text
}

function checksum(text: string): string {
  let rest = crc32(text)
  let encoded = ''
  for (let index = 0; index < CHECKSUM_CHARACTERS; index += 1) {
    encoded = ALPHABET[rest % 62]! + encoded
    rest = Math.floor(rest / 62)
  }
  return encoded
}

/** Makes an API key: `baton_`, 40 random base62 characters, and their CRC32 in base62, zero-padded to 6. */
export function newApiKey(): string {
  const random = randomBase62(RANDOM_CHARACTERS)
  return `baton_${random}${checksum(random)}`
}

/** Whether a text has the form and checksum of an API key, so that a mistyped one costs no database query. */
export function isApiKey(token: string): boolean {
  if (!API_KEY.test(token)) return false
  const random = token.slice(6, 6 + RANDOM_CHARACTERS)
  return token.slice(6 + RANDOM_CHARACTERS) === checksum(random)
}

/** Makes a bearer token for the public API, which belongs to a session. */
export function newSessionToken(): string {
  return `batons_${randomBase62(40)}`
}

/** Whether a text has the form of a session's bearer token. */
export function isSessionToken(token: string): boolean {
  return SESSION_TOKEN.test(token)
}

/** Makes a token for a cookie or a link, or a secret: 256 random bits as text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash under which a token is stored. Tokens are long and random, so a fast hash is as safe as a slow one. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

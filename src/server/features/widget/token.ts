import { hash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/** A new token for a visit; only its hash is stored. */
export const newVisitToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** Whether a text has the form of a visitor's token. */
export const isVisitToken = (token: string): boolean => TOKEN.test(token)

export const hashVisitToken = (token: string): string => hash('sha256', token, 'base64url')

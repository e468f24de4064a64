import { hash } from 'node:crypto'

const TOKEN = /^[\w-]{43}$/

/** Whether a text has the form of a visitor's token, which `newToken` makes. Only its hash is stored. */
export const isVisitToken = (token: string): boolean => TOKEN.test(token)

export const hashVisitToken = (token: string): string => hash('sha256', token, 'base64url')

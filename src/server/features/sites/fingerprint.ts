import { createHash } from 'node:crypto'

/** By which texts are compared. */
export const fingerprintOf = (text: string): string => createHash('sha1').update(text).digest('base64url')

import { createHash } from 'node:crypto'

/** A hash of a text. Two texts are taken to be equal if their fingerprints are. */
export const fingerprintOf = (text: string): string => createHash('sha1').update(text).digest('base64url')

import { generateKeyPairSync } from 'node:crypto'

/** A server's private key of the curve P-256 as a JSON Web Key, by which push services know it (RFC 8292). */
export interface VapidKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  d: string
}

export const makeVapidKey = (): VapidKey =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as VapidKey

/** The public key as browsers take it for `applicationServerKey`: the uncompressed point, in base64url. */
export const publicKeyOf = ({ x, y }: VapidKey): string =>
  Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')

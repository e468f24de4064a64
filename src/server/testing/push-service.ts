import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Pushed {
  headers: IncomingHttpHeaders
  /** What the browser's service worker would be given. */
  content: unknown
}

/** A browser's subscription at the push service, and what it has received. */
export interface Browser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  received: Pushed[]
  /** The status with which the push service answers its next messages; 201 at first. */
  status: number
}

export interface PushService {
  url: string
  subscribe(): Browser
  close(): Promise<void>
}

/** The keys of a subscription, as a browser makes them. */
export const browserKeys = (
  secret: ECDH = createECDH('prime256v1'),
  auth = randomBytes(16),
): { p256dh: string; auth: string } => ({
  p256dh: secret.generateKeys('base64url'),
  auth: auth.toString('base64url'),
})

/**
 * Starts an HTTP server on loopback that stands for a push service and the browsers behind it: it refuses what is not
 * signed for it (RFC 8292), and decrypts what it accepts (RFC 8291).
 * @param publicKey the key that the server told browsers, in base64url
 */
export async function startPushService(publicKey: () => string): Promise<PushService> {
  const browsers = new Map<string, Browser & { open: (body: Buffer) => Buffer }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '')
      if (!browser || browser.status >= 300) return response.writeHead(browser?.status ?? 404).end()
      if (!isSigned(request.headers.authorization, service.url, publicKey())) return response.writeHead(403).end()
      const content = JSON.parse(browser.open(Buffer.concat(chunks)).toString())
      browser.received.push({ headers: request.headers, content })
      return response.writeHead(browser.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: PushService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    subscribe() {
      const path = `/push/${randomBytes(8).toString('hex')}`
      const secret = createECDH('prime256v1')
      const auth = randomBytes(16)
      const subscription = { endpoint: service.url + path, keys: browserKeys(secret, auth) }
      const browser = { subscription, received: [], status: 201, open: (body: Buffer) => decrypt(body, secret, auth) }
      browsers.set(path, browser)
      return browser
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}

/** Whether a header `vapid t=…, k=…` holds a token for this origin, of a day at most, signed with the known key. */
function isSigned(header = '', origin: string, publicKey: string): boolean {
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (key !== publicKey) return false
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signed = Buffer.from(`${head}.${claims}`)
  const isReal = verify('sha256', signed, { key: jwk, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const isInTime = exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 24 * 60 * 60
  return isReal && aud === origin && isInTime && /^(mailto:|https:)/.test(sub)
}

/** Decrypts a message of one record, as RFC 8291 (section 3.4) and RFC 8188 say. */
function decrypt(body: Buffer, secret: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const derive = (input: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, info, length))
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), secret.getPublicKey(), sender])
  const input = derive(secret.computeSecret(sender), auth, both, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}

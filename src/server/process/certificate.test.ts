import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, it } from 'vitest'
import { certificate } from '../testing/mail-certificate.ts'
import { certificateEnd } from './certificate.ts'

const HOUR_MS = 60 * 60 * 1000

it('remembers when a certificate ends while its server can’t be reached, as that mends nothing', async () => {
  const server = createServer(certificate).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const now = Date.now()
  const end = await certificateEnd(url, now)
  expect(new Date(end!).getUTCFullYear()).toBe(2100)
  server.close()
  await once(server, 'close')
  expect(await certificateEnd(url, now + HOUR_MS)).toBe(end)
  expect(await certificateEnd('https://127.0.0.1:9', now)).toBeNull()
})

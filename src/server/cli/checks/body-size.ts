import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type Check, wrong } from './check.ts'

const MEGABYTES = 25 // what a proxy should take, as a file may have 20
const PATIENCE_MS = 3_000 // a proxy that takes no such body says so at once
const PAYLOAD_TOO_LARGE = 413

/** Finds a proxy before the public address that takes no large bodies; no finding where none refuses one. */
export const checkBodySize: Check = async ({ config: { publicUrl } }) => {
  if (!publicUrl || !(await isRefused(publicUrl))) return []
  return wrong(
    'body size',
    `A proxy before ${publicUrl} refuses bodies of ${MEGABYTES} MB, so that large files can't be uploaded.`,
    `Let it take ${MEGABYTES} MB: client_max_body_size ${MEGABYTES}m in nginx.`,
  )
}

/** Announces a form with a file, and sends nothing of it. */
async function isRefused(publicUrl: string): Promise<boolean> {
  const open = publicUrl.startsWith('https:') ? httpsRequest : httpRequest
  const headers = { 'content-type': 'multipart/form-data; boundary=-', 'content-length': MEGABYTES * 1_000_000 }
  const request = open(`${publicUrl}/v1/agents/none/sources`, { method: 'POST', headers })
  request.on('error', () => {}) // whether the address can be reached is another check's
  request.flushHeaders()
  try {
    const [answer] = (await once(request, 'response', { signal: AbortSignal.timeout(PATIENCE_MS) })) as [
      IncomingMessage,
    ]
    const isOurs = answer.headers['content-type']?.includes('json') ?? false
    return answer.statusCode === PAYLOAD_TOO_LARGE && !isOurs
  } catch {
    return false
  } finally {
    request.destroy()
  }
}

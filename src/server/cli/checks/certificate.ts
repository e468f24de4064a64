import { CERTIFICATE_DAYS, certificateEnd } from '../../process/certificate.ts'
import { type Check, fine, wrong } from './check.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Says when the certificate of PUBLIC_URL ends; no finding where it has none or can't be reached. */
export const checkCertificate: Check = async ({ config: { publicUrl } }) => {
  const now = Date.now()
  const end = await certificateEnd(publicUrl, now)
  if (end === null) return []
  const name = 'certificate'
  const detail = `That of ${publicUrl} ends on ${new Date(end).toISOString().slice(0, 10)}.`
  if (end - now > CERTIFICATE_DAYS * DAY_MS) return fine(name, detail)
  return wrong(name, detail, 'Renew it at the proxy in front; look why that did not happen by itself.')
}

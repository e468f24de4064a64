import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { type ConnectionOptions, getCACertificates, rootCertificates } from 'node:tls'
import { type DatabaseTls, SYSTEM } from '../../settings/database-address.ts'

/** The options of Node's TLS; false without encryption. @throws Error with a sentence when a file can't be read */
export function tlsOptions(
  { mode, rootCertificate, certificate, key, keyPassword }: DatabaseTls,
  host: string,
): ConnectionOptions | false {
  if (host === '' || mode === 'disable' || mode === 'allow' || mode === 'prefer') return false
  const isVerified = mode !== 'require' || rootCertificate !== undefined // with a root certificate as `verify-ca`
  return {
    // The name that the certificate is compared with. The driver gives only names, and Node would take "localhost".
    ...(isIP(host) !== 0 && { host }),
    ...(certificate && { cert: contentOf('sslcert', certificate) }),
    ...(key && { key: contentOf('sslkey', key) }),
    ...(keyPassword && { passphrase: keyPassword }),
    ...(rootCertificate && {
      ca: rootCertificate === SYSTEM ? systemCertificates() : contentOf('sslrootcert', rootCertificate),
    }),
    rejectUnauthorized: isVerified,
    ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  }
}

/** The certificates that the system trusts, and those that come with Node, for a system that has none installed. */
export const systemCertificates = (): string[] => [...new Set([...getCACertificates('system'), ...rootCertificates])]

function contentOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`DATABASE_URL: ${name} can't be read: ${(error as Error).message}.`, { cause: error })
  }
}

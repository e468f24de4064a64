import pg from 'pg'
import { readDatabaseAddress, type TlsMode, withTls } from '../../settings/database-address.ts'
import { connectionOptions } from './pool.ts'

/** What to try, in this order, for the modes that leave it to the server. */
const tries: Partial<Record<TlsMode, readonly TlsMode[]>> = {
  prefer: ['require', 'disable'],
  allow: ['disable', 'require'],
}
const NO_ENTRY = '28000' // SQLSTATE: pg_hba.conf has no entry for this user with, or without, encryption

/** The address with a mode that doesn't leave encryption to the server, asked once. @throws the driver's error */
export async function settleTls(databaseUrl: string): Promise<string> {
  const { host, tls } = readDatabaseAddress(databaseUrl)
  const modes = tries[tls.mode]
  if (!modes) return databaseUrl
  if (host === '') return withTls(databaseUrl, { mode: 'disable' })
  for (const [index, mode] of modes.entries()) {
    const settled = withTls(databaseUrl, { mode })
    const client = new pg.Client(connectionOptions(settled))
    client.on('error', () => {}) // the end of the connection; its failure is told by `connect`
    try {
      await client.connect()
      return settled
    } catch (error) {
      if (index === modes.length - 1 || !mayDependOnTls(error)) throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
  return databaseUrl
}

function mayDependOnTls(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return code === NO_ENTRY || /^(ERR_SSL|ERR_TLS|EPROTO|UNABLE|SELF|DEPTH|CERT)/.test(code) || /\bSSL\b/.test(message)
}

const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** How a connection to PostgreSQL is encrypted and the server is verified, in the words of libpq (its manual, "SSL"). */
export type TlsMode = (typeof MODES)[number]

export const SYSTEM = 'system'

export interface DatabaseTls {
  mode: TlsMode
  /** File of the certificates that may have signed the server's; `system` for those that the system trusts. */
  rootCertificate: string | undefined
  certificate: string | undefined
  key: string | undefined
  keyPassword: string | undefined
}

export interface DatabaseAddress {
  /** The address without what it says of encryption. */
  base: string
  /** The name or address of the server as it was given; empty if it is reached by a socket of the file system. */
  host: string
  tls: DatabaseTls
}

/** Parameters of an address that say how to encrypt: those of libpq, and those that Node's driver has beside them. */
const OF_TLS = ['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey', 'sslpassword', 'uselibpqcompat', 'requiressl']

/**
 * Reads the address of a PostgreSQL database as libpq does, so that Node's driver and `pg_dump` agree.
 * @throws Error with a sentence, which never quotes the address, as that holds a password
 */
export function readDatabaseAddress(databaseUrl: string): DatabaseAddress {
  const { path, parameters } = parted(databaseUrl)
  const url = parsed(path)
  const host = parameters.get('host') ?? decodeURIComponent(url?.hostname ?? '').replace(/^\[(.+)\]$/, '$1')
  const tls = tlsOf(parameters)
  for (const name of OF_TLS) parameters.delete(name)
  return { base: joined(path, parameters), host: host.startsWith('/') ? '' : host, tls }
}

/** The address with other settings of encryption in place of its own. */
export function withTls(databaseUrl: string, tls: Partial<DatabaseTls>): string {
  const { base, tls: own } = readDatabaseAddress(databaseUrl)
  const { path, parameters } = parted(base)
  const { mode, rootCertificate, certificate, key, keyPassword } = { ...own, ...tls }
  const given = {
    sslmode: mode,
    sslrootcert: rootCertificate,
    sslcert: certificate,
    sslkey: key,
    sslpassword: keyPassword,
  }
  for (const [name, value] of Object.entries(given)) if (value !== undefined) parameters.set(name, value)
  return joined(path, parameters)
}

function parted(databaseUrl: string): { path: string; parameters: URLSearchParams } {
  const at = databaseUrl.indexOf('?')
  if (at < 0) return { path: databaseUrl, parameters: new URLSearchParams() }
  return { path: databaseUrl.slice(0, at), parameters: new URLSearchParams(databaseUrl.slice(at + 1)) }
}

/** Joins them again. Spaces become %20, as libpq does not read "+" as a space. */
function joined(path: string, parameters: URLSearchParams): string {
  const pairs = [...parameters].map((pair) => pair.map(encodeURIComponent).join('='))
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

function parsed(path: string): URL | undefined {
  const authority = /^\w+:\/\/(?:[^/]*@)?([^/]*)/.exec(path)?.[1] ?? ''
  if (authority.includes(','))
    throw new Error('names several hosts; name one, which accepts writes: the primary, or an address that leads to it')
  try {
    decodeURIComponent(path)
    // A user without a host, which libpq allows, is none to `URL`.
    return new URL(path.replace(/@(?=\/|$)/, '@localhost'))
  } catch {
    throw new Error(
      'is no address such as postgres://user:password@host:5432/database; in user and password write %40 for @, %3A for :, %2F for /, %3F for ?, %23 for # and %25 for %',
    )
  }
}

function tlsOf(parameters: URLSearchParams): DatabaseTls {
  const given = (name: string) => parameters.get(name) || undefined
  if (given('host')?.includes(','))
    throw new Error('names several hosts; name one, which accepts writes: the primary, or an address that leads to it')
  const named = given('sslmode') ?? modeOfSsl(given('ssl'))
  const root = given('sslrootcert')
  const mode = named ?? (root === SYSTEM ? 'verify-full' : 'prefer')
  const tls = { certificate: given('sslcert'), key: given('sslkey'), keyPassword: given('sslpassword') }
  // A mode of Node's driver, which libpq doesn't know.
  if (mode === 'no-verify') return { mode: 'require', rootCertificate: undefined, ...tls }
  if (!isMode(mode)) throw new Error(`has an unknown sslmode; ${MODES.join(', ')} are known`)
  if (root === SYSTEM && mode !== 'verify-full')
    throw new Error('has sslrootcert=system, which goes with sslmode=verify-full alone')
  if (mode === 'verify-ca' && root === undefined)
    throw new Error('has sslmode=verify-ca, which needs sslrootcert=FILE, the certificate of who signed the server’s')
  if ((tls.certificate === undefined) !== (tls.key === undefined))
    throw new Error('has one of sslcert and sslkey; a client certificate needs both')
  return { mode, rootCertificate: root ?? (mode === 'verify-full' ? SYSTEM : undefined), ...tls }
}

const isMode = (name: string): name is TlsMode => (MODES as readonly string[]).includes(name)

/** The mode of `ssl=true` and its like, which other drivers know. */
function modeOfSsl(ssl: string | undefined): string | undefined {
  if (ssl === undefined) return undefined
  if (ssl === 'no-verify') return ssl
  return ssl === 'true' || ssl === '1' ? 'require' : 'disable'
}

import type { SmtpAccount } from './send/smtp-account.ts'

/** The operator's mail server, as `SMTP_URL` names it. */
export interface SmtpAddress {
  host: string
  port: number
  /** TLS from the first byte (`smtps:`); otherwise the connection begins unencrypted, and STARTTLS may upgrade it. */
  isSecure: boolean
  login: { user: string; password: string } | undefined
}

/** A mailbox with the name shown beside it, which may be empty. */
export interface Mailbox {
  name: string
  address: string
}

/** The operator's mail server as an account to send by. Without a password, one without encryption will do. */
export const operatorsAccount = ({ host, port, isSecure, login }: SmtpAddress): SmtpAccount => ({
  host,
  port,
  security: isSecure ? 'tls' : 'if_offered',
  user: login?.user ?? '',
  password: login?.password ?? '',
  isOperators: true,
})

const DEFAULT_PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 }
const NAMED_MAILBOX = /^(.*?)\s*<([^<>]+)>$/
const ADDRESS = /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/

/**
 * Reads `smtps://user:password@host:465` or `smtp://host:25`.
 * @throws Error with words that complete «SMTP_URL: …»; they repeat nothing of the value, which may hold a password
 */
export function parseSmtpUrl(value: string): SmtpAddress {
  const url = URL.parse(value)
  const port = url && DEFAULT_PORTS[url.protocol]
  if (!url || !port || !url.hostname) throw new Error('must be an address such as smtps://user:password@host:465')
  if (!/^\/?$/.test(url.pathname) || url.search || url.hash) throw new Error('must end with the host and its port')
  if (url.password && !url.username) throw new Error('has a password without a user')
  return {
    host: url.hostname.replace(/^\[(.+)\]$/, '$1'),
    port: url.port ? Number(url.port) : port,
    isSecure: url.protocol === 'smtps:',
    login: url.username ? { user: decode(url.username), password: decode(url.password) } : undefined,
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('has a % in user or password that must be written as %25')
  }
}

/**
 * Reads `support@example.com` or `Support <support@example.com>`.
 * @throws Error with words that complete «MAIL_FROM: …»
 */
export function parseMailbox(value: string): Mailbox {
  const named = NAMED_MAILBOX.exec(value.trim())
  const address = (named?.[2] ?? value).trim()
  if (!ADDRESS.test(address) || /\p{Cc}/u.test(value))
    throw new Error('must be an address such as support@example.com or Support <support@example.com>')
  return { name: named?.[1]?.replace(/^"(.*)"$/, '$1') ?? '', address }
}

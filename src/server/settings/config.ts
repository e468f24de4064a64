import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { planNames, quotaNames, rateLimits } from '#contract/limits.ts'
import type { MailSettings } from '../adapters/mail/mail.ts'
import type { MailOauthProvider } from '../adapters/mail/oauth/mail-oauth.ts'
import { parseMailbox, parseSmtpUrl } from '../adapters/mail/smtp-address.ts'
import type { ModelsConfig } from '../adapters/models/catalogue.ts'
import { parseOutboundAllow } from '../adapters/outbound/allow.ts'
import { parseKey } from '../adapters/secrets/key-file.ts'
import { type AwsVariables, isS3Url, readS3Url, type S3Address } from '../adapters/storage/s3/address.ts'
import { readDatabaseAddress } from './database-address.ts'
import { type LogFormat, logFormat } from './log-format.ts'
import { mailOauthProviders } from './mail-oauth.ts'
import { misspeltVariables } from './misspelt-variables.ts'
import { type PlanQuotas, planQuotas } from './plan-quotas.ts'

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
)

/**
 * Whether a text is an address, a network (CIDR) or a named group of networks that `@fastify/proxy-addr` accepts, which
 * Fastify uses for `trustProxy`. A network of all addresses (`/0`) is refused, since it would trust everybody.
 */
const proxy = (value: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(value) ||
  (isAddress(value.replace(/\/\d{1,3}$/, '')) &&
    (ipaddr.isValid(value) || ipaddr.isValidCIDR(value)) &&
    !value.endsWith('/0'))

/** Whether a text is a whole address: "1" is probably meant as a number of proxies, but would be read as 0.0.0.1. */
const isAddress = (value: string) => ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value)

const origin = (value: string) => URL.canParse(value) && new URL(value).origin === value.replace(/\/$/, '')

function json<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((value, context) => {
      try {
        return JSON.parse(value) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' })
        return z.NEVER
      }
    })
    .pipe(schema)
}

const count = z.int().min(0)
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })

const models = list.transform((names) => [...new Set(names)]).default([])

/** The schema of a variable that `parse` reads. If `parse` throws, its error's message says what is wrong. */
function readBy<Result>(parse: (value: string) => Result) {
  return z.string().transform((value, context) => {
    try {
      return parse(value)
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message })
      return z.NEVER
    }
  })
}

/** @throws Error */
function parseListen(value: string): { host: string; port: number } {
  const [, host = '', port] = /^(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(value)?.filter((part) => part !== undefined) ?? []
  if (host === '' || Number(port) > 65_535) throw new Error('must be an address and a port, such as 127.0.0.1:9464')
  return { host, port: Number(port) }
}

/** @throws Error */
function parseKeep(value: string): { daily: number; weekly: number } {
  const kept = { daily: 0, weekly: 0 }
  for (const part of value.split(',')) {
    const [, name, count] = /^\s*(daily|weekly):(\d{1,4})\s*$/.exec(part) ?? []
    if (!name) throw new Error('must be written as daily:7,weekly:4')
    kept[name as keyof typeof kept] = Number(count)
  }
  if (kept.daily === 0) throw new Error('must keep at least daily:1')
  return kept
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

const secretKey = readBy((value) => {
  const key = parseKey(value)
  if (!key) throw new Error('must be 32 bytes in base64, such as `openssl rand -base64 32` makes')
  return key
})

const environment = z.object({
  /** Port to listen on; 0 takes any free port. */
  PORT: z.string().regex(/^\d+$/, 'must be a number').transform(Number).pipe(z.int().max(65_535)).default(3000),
  /** Address to listen on. The default is loopback, because whoever first reaches a new server can create its owner. */
  HOST: z
    .string()
    .min(1)
    .transform((value) => value.replace(/^\[(.+)\]$/, '$1')) // removes the brackets of an IPv6 address
    .default('127.0.0.1'),
  /** Folder of the embedded database, its lock and the uploaded files. */
  DATA_DIR: z.string().min(1).default('./data'),
  /** Address of a database on PostgreSQL 15 or later, used instead of the embedded one. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .superRefine((value, context) => {
      try {
        readDatabaseAddress(value)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
      }
    })
    .optional(),
  /** Address at which people and clients reach this server; used for links, cookies and the check of origins. */
  PUBLIC_URL: webAddress
    .refine((value) => /^[^?#@]+$/.test(value), 'must be an address without user, query or fragment')
    .refine(
      (value) => !URL.canParse(value) || new URL(value).pathname === '/',
      'must be an address without a path, such as https://help.example.com: Baton is served at the root of a host of its own',
    )
    .transform((value) => new URL(value).origin)
    .optional(),
  /** The proxies whose forwarding headers are trusted: addresses, networks (CIDR), or groups such as `loopback`. */
  TRUST_PROXY: list
    .refine((entries) => entries.every(proxy), 'must list addresses or networks such as 10.0.0.0/8')
    .default([]),
  /** Whether this process answers requests, runs jobs, or both. */
  ROLE: z.enum(['all', 'http', 'worker']).default('all'),
  /** Hosts (`host:port`) and networks (CIDR) that outbound requests may reach although they are not public. */
  OUTBOUND_ALLOW: z
    .string()
    .superRefine((value, context) => {
      try {
        parseOutboundAllow(value)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message.replace('OUTBOUND_ALLOW: ', '') })
      }
    })
    .default(''),
  /** `open` lets anyone create an account with an organization of their own. */
  SIGN_UP: z.enum(['closed', 'open']).default('closed'),
  /** Origins whose pages may call the public API from a browser. */
  CORS_ORIGINS: list
    .refine((entries) => entries.every(origin), 'must list origins such as https://www.example.com')
    .default([]),
  /** Requests per minute by rate class, as JSON. Classes left out keep their defaults. */
  RATE_LIMITS: json(z.strictObject({ read: count, write: count, training: count, polling: count }).partial()).default(
    {},
  ),
  /** Quotas by plan, as JSON. Quotas left out keep their defaults. */
  PLAN_QUOTAS: json(z.partialRecord(z.enum(planNames), z.partialRecord(z.enum(quotaNames), count))).default({}),
  OPENAI_API_KEY: z.string().min(1).optional(),
  ANTHROPIC_API_KEY: z.string().min(1).optional(),
  GOOGLE_API_KEY: z.string().min(1).optional(),
  MISTRAL_API_KEY: z.string().min(1).optional(),
  /** The models of a provider, instead of those that Baton knows. */
  OPENAI_MODELS: models,
  ANTHROPIC_MODELS: models,
  /** Address of a gateway before a provider, for the accounts of organizations too. */
  OPENAI_BASE_URL: webAddress.optional(),
  ANTHROPIC_BASE_URL: webAddress.optional(),
  GOOGLE_BASE_URL: webAddress.optional(),
  MISTRAL_BASE_URL: webAddress.optional(),
  /** Base address of an OpenAI-compatible server (Ollama, vLLM …) for replies. */
  OPENAI_COMPATIBLE_BASE_URL: webAddress.optional(),
  OPENAI_COMPATIBLE_API_KEY: z.string().min(1).optional(),
  OPENAI_COMPATIBLE_MODELS: models,
  /** Base address of an OpenAI-compatible server for embeddings; without it, the built-in model is used. */
  EMBEDDINGS_BASE_URL: webAddress.optional(),
  EMBEDDINGS_API_KEY: z.string().min(1).optional(),
  EMBEDDINGS_MODEL: z.string().min(1).optional(),
  EMBEDDINGS_DIMENSIONS: z.coerce.number<string>().int().min(1).max(8192).optional(),
  /** Address of the mail server that sends this server's mail: `smtps://user:password@host:465`, `smtp://host:25`. */
  SMTP_URL: readBy(parseSmtpUrl).optional(),
  /** The sender of all mail: `support@example.com` or `Support <support@example.com>`. */
  MAIL_FROM: readBy(parseMailbox).optional(),
  /** Companies with which this installation is registered to sign in to mailboxes, as JSON by name. */
  MAIL_OAUTH: json(mailOauthProviders).default({}),
  /** Key that encrypts stored secrets, instead of the one that the server makes in DATA_DIR. */
  SECRET_KEY: secretKey.optional(),
  /** The key before, under which stored secrets can still be read. */
  SECRET_KEY_PREVIOUS: secretKey.optional(),
  /** A program that looks at each file that visitors and members attach: exit status 0 lets it pass, 1 refuses it. */
  ATTACHMENT_SCAN_COMMAND: z.string().trim().min(1).optional(),
  /** Folder, or `s3://…`, into which a backup is made each night. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** When, on this server's clock. */
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 03:00')
    .default('03:00'),
  /** How many backups are kept: the newest of each of so many days, and of so many weeks. */
  BACKUP_KEEP: readBy(parseKeep).default({ daily: 7, weekly: 4 }),
  /** For whom backups are encrypted: a public key of age, `age1…`. */
  BACKUP_RECIPIENT: z.string().startsWith('age1', 'must be a public key of age, which begins with age1').optional(),
  /** Whoever sends this as a bearer token may read `/metrics`. */
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  /** An address and port of its own for `/metrics`, instead of the server's. */
  METRICS_LISTEN: readBy(parseListen).optional(),
  /** Megabytes of the disk that are kept for conversations: uploads, crawls and training wait; 0 for none. */
  DISK_RESERVE: z.string().regex(/^\d+$/, 'must be a number of megabytes').transform(Number).default(500),
  /** Megabytes of memory that what agents know may take for searching, in each process. */
  KNOWLEDGE_MEMORY: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a number of megabytes, 1 or more')
    .transform(Number)
    .default(512),
  /** A bucket for uploaded files instead of DATA_DIR: `s3://bucket/prefix?endpoint=…&region=…`. */
  STORAGE_URL: z.string().refine(isS3Url, 'must begin with s3://').optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  /** The region of buckets whose address names none. */
  AWS_REGION: z.string().optional(),
  /** The server of buckets whose address names none. */
  AWS_ENDPOINT_URL: webAddress.optional(),
  /** How the process prints; by default JSON unless its output is a terminal. */
  LOG_FORMAT: z.enum(['json', 'text']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export const variableNames: readonly string[] = Object.keys(environment.shape)

/** A sentence for each variable that is set and looks like one of ours, misspelt. */
export const misspeltSettings = (env: Record<string, string | undefined> = process.env): string[] =>
  misspeltVariables(variableNames, Object.keys(env))

/** Variables that have no meaning unless another one is set. */
const dependent = {
  OPENAI_COMPATIBLE_API_KEY: 'OPENAI_COMPATIBLE_BASE_URL',
  OPENAI_COMPATIBLE_MODELS: 'OPENAI_COMPATIBLE_BASE_URL',
  EMBEDDINGS_API_KEY: 'EMBEDDINGS_BASE_URL',
  EMBEDDINGS_MODEL: 'EMBEDDINGS_BASE_URL',
  EMBEDDINGS_DIMENSIONS: 'EMBEDDINGS_BASE_URL',
  MAIL_FROM: 'SMTP_URL',
  SECRET_KEY_PREVIOUS: 'SECRET_KEY',
} as const

export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  publicUrl: string | undefined
  trustProxy: string[]
  role: 'all' | 'http' | 'worker'
  outboundAllow: string
  signUp: 'closed' | 'open'
  corsOrigins: string[]
  rateLimits: Record<keyof typeof rateLimits, number>
  planQuotas: PlanQuotas
  models: ModelsConfig
  embeddings: { baseUrl: string; apiKey: string | undefined; model: string; dimensions: number | undefined } | undefined
  /** Undefined if no mail is sent. Where it is set, `publicUrl` is set too, since links in mails need it. */
  mail: MailSettings | undefined
  mailOauth: Record<string, MailOauthProvider>
  /** Keys of 32 bytes for stored secrets; without `key`, the one in `dataDir` counts. */
  secrets: { key: Buffer | undefined; previous: Buffer | undefined }
  attachmentScanCommand: string | undefined
  /** Backups that are made by themselves; undefined if none are. `at` is a time of day, such as `03:00`. */
  backup:
    | {
        folder: string
        /** Where `folder` is the address of a bucket. */
        bucket: S3Address | undefined
        at: string
        keep: { daily: number; weekly: number }
      }
    | undefined
  /** For whom backups are encrypted, also those made by hand; undefined if they are not. */
  backupRecipient: string | undefined
  /** Undefined if there are none: then `/metrics` is not found. Without `listen`, the server's own address has them. */
  metrics: { token: string | undefined; listen: { host: string; port: number } | undefined } | undefined
  /** Megabytes of free disk below which uploads, crawls and training wait; 0 if they never do. */
  diskReserve: number
  /** Megabytes of memory that what agents know may take for searching; more is read from the database when asked for. */
  knowledgeMemory: number
  /** Who may use buckets that a command names, and where these are unless their addresses say so. */
  aws: AwsVariables
  /** The bucket of uploaded files; undefined if they lie in `dataDir`. */
  storage: S3Address | undefined
  logFormat: LogFormat
  logLevel: string
}

/**
 * Reads the configuration from environment variables; an empty one counts as absent.
 * @throws Error whose message names the invalid variables and says what is wrong with them
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = environment.safeParse(present)
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The configuration is wrong.\n${problems.join('\n')}`)
  }
  const value = result.data
  for (const [name, needed] of Object.entries(dependent))
    if (value[name as keyof typeof dependent]?.toString() && !value[needed])
      throw new Error(`${name}: means nothing without ${needed}.`)
  if (value.OPENAI_COMPATIBLE_BASE_URL && value.OPENAI_COMPATIBLE_MODELS.length === 0)
    throw new Error('OPENAI_COMPATIBLE_MODELS: name at least one model of the server at OPENAI_COMPATIBLE_BASE_URL.')
  if (value.EMBEDDINGS_BASE_URL && !value.EMBEDDINGS_MODEL)
    throw new Error('EMBEDDINGS_MODEL: name the embedding model of the server at EMBEDDINGS_BASE_URL.')
  if (value.SMTP_URL && !value.MAIL_FROM)
    throw new Error('MAIL_FROM: SMTP_URL needs it. Name the address that mail comes from.')
  if (value.SMTP_URL && !value.PUBLIC_URL)
    throw new Error('PUBLIC_URL: SMTP_URL needs it, as the links in mails lead there. Name the address of this server.')
  const { METRICS_TOKEN: metricsToken, METRICS_LISTEN: metricsListen } = value
  if (metricsListen && !metricsToken && !isLoopback(metricsListen.host))
    throw new Error('METRICS_LISTEN: others can reach this address, so METRICS_TOKEN must be set.')
  if (value.ROLE === 'http' && !value.DATABASE_URL)
    throw new Error(
      'ROLE: http needs DATABASE_URL, as another process does the work; the embedded database has only one.',
    )
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    publicUrl: value.PUBLIC_URL,
    trustProxy: value.TRUST_PROXY,
    role: value.ROLE,
    outboundAllow: value.OUTBOUND_ALLOW,
    signUp: value.SIGN_UP,
    corsOrigins: value.CORS_ORIGINS.map((entry) => entry.replace(/\/$/, '')),
    rateLimits: { ...rateLimits, ...value.RATE_LIMITS },
    planQuotas: planQuotas(value.PLAN_QUOTAS),
    models: {
      keys: {
        openai: value.OPENAI_API_KEY,
        anthropic: value.ANTHROPIC_API_KEY,
        google: value.GOOGLE_API_KEY,
        mistral: value.MISTRAL_API_KEY,
      },
      slugs: { openai: value.OPENAI_MODELS, anthropic: value.ANTHROPIC_MODELS },
      baseUrls: {
        openai: value.OPENAI_BASE_URL,
        anthropic: value.ANTHROPIC_BASE_URL,
        google: value.GOOGLE_BASE_URL,
        mistral: value.MISTRAL_BASE_URL,
      },
      openaiCompatible: value.OPENAI_COMPATIBLE_BASE_URL
        ? {
            baseUrl: value.OPENAI_COMPATIBLE_BASE_URL,
            apiKey: value.OPENAI_COMPATIBLE_API_KEY,
            models: value.OPENAI_COMPATIBLE_MODELS,
          }
        : undefined,
    },
    embeddings:
      value.EMBEDDINGS_BASE_URL && value.EMBEDDINGS_MODEL
        ? {
            baseUrl: value.EMBEDDINGS_BASE_URL,
            apiKey: value.EMBEDDINGS_API_KEY,
            model: value.EMBEDDINGS_MODEL,
            dimensions: value.EMBEDDINGS_DIMENSIONS,
          }
        : undefined,
    mail: value.SMTP_URL && value.MAIL_FROM ? { smtp: value.SMTP_URL, from: value.MAIL_FROM } : undefined,
    mailOauth: value.MAIL_OAUTH,
    secrets: { key: value.SECRET_KEY, previous: value.SECRET_KEY_PREVIOUS },
    attachmentScanCommand: value.ATTACHMENT_SCAN_COMMAND,
    backup: value.BACKUP_DIR
      ? {
          folder: value.BACKUP_DIR,
          bucket: isS3Url(value.BACKUP_DIR) ? bucketOf('BACKUP_DIR', value.BACKUP_DIR, value) : undefined,
          ...{ at: value.BACKUP_AT, keep: value.BACKUP_KEEP },
        }
      : undefined,
    backupRecipient: value.BACKUP_RECIPIENT,
    metrics: metricsToken || metricsListen ? { token: metricsToken, listen: metricsListen } : undefined,
    diskReserve: value.DISK_RESERVE,
    knowledgeMemory: value.KNOWLEDGE_MEMORY,
    aws: {
      AWS_ACCESS_KEY_ID: value.AWS_ACCESS_KEY_ID,
      AWS_SECRET_ACCESS_KEY: value.AWS_SECRET_ACCESS_KEY,
      AWS_SESSION_TOKEN: value.AWS_SESSION_TOKEN,
      AWS_REGION: value.AWS_REGION,
      AWS_ENDPOINT_URL: value.AWS_ENDPOINT_URL,
    },
    storage: value.STORAGE_URL ? bucketOf('STORAGE_URL', value.STORAGE_URL, value) : undefined,
    logFormat: logFormat({ LOG_FORMAT: value.LOG_FORMAT }),
    logLevel: value.LOG_LEVEL,
  }
}

/** @throws Error that names the variable */
function bucketOf(variable: string, url: string, env: AwsVariables): S3Address {
  try {
    return readS3Url(url, env)
  } catch (error) {
    throw new Error(`${variable}: ${(error as Error).message}.`)
  }
}

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { UsageError } from './usage-error.ts'

interface Stored {
  url: string
  apiKey: string
}

const { env } = process

/** What the environment says; the rest of the command line asks here alone. */
export const environment = { agent: env.BATON_AGENT, wantsNoColours: Boolean(env.NO_COLOR) }

const folder = env.XDG_CONFIG_HOME ?? (process.platform === 'win32' && env.APPDATA) ?? ''

/** Where `baton login` keeps the address and the key, readable by this user alone. */
export const SETTINGS_FILE = join(folder || join(homedir(), '.config'), 'baton/config.json')

export function storeSettings(settings: Stored): void {
  mkdirSync(dirname(SETTINGS_FILE), { recursive: true, mode: 0o700 })
  writeFileSync(SETTINGS_FILE, `${JSON.stringify(settings)}\n`, { mode: 0o600 })
  chmodSync(SETTINGS_FILE, 0o600) // also where the file was there before
}

/** The address and the key: those of the environment win. @throws UsageError if there are none */
export function readSettings(): Stored {
  const stored = readStored()
  const url = env.BATON_URL ?? stored?.url
  const apiKey = env.BATON_API_KEY ?? stored?.apiKey
  if (!url || !apiKey) throw new UsageError('Run "baton login URL" first, or set BATON_URL and BATON_API_KEY.')
  return { url, apiKey }
}

function readStored(): Stored | undefined {
  try {
    return JSON.parse(readFileSync(SETTINGS_FILE, 'utf8')) as Stored
  } catch {
    return undefined
  }
}

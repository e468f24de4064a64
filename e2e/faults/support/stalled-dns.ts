/** Loaded into the product with `--import`: names below `.stalled.example` are looked up for ever. */
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'

export const STALLED_HOST = 'receiver.stalled.example'

/** The environment of a process that suffers from it. */
export const stalledDns = {
  NODE_OPTIONS: `--import ${pathToFileURL(import.meta.filename).href}`,
  STALLED_DNS: 'yes',
}

if (process.env.STALLED_DNS) {
  const { lookup } = dns
  dns.lookup = ((name: string, ...rest: [never]) =>
    name.endsWith('.stalled.example') ? new Promise(() => {}) : lookup(name, ...rest)) as typeof lookup
  syncBuiltinESMExports()
}

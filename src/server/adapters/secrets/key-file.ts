import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const KEY_BYTES = 32

/** Where the key lies that encrypts secrets, unless the operator gives one. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'secret.key')

/** @returns a key of 32 bytes from base64; undefined if the text is none */
export function parseKey(text: string): Buffer | undefined {
  const key = Buffer.from(text, 'base64')
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) && key.length === KEY_BYTES ? key : undefined
}

/**
 * Reads the key's file; undefined if there is none.
 * @throws Error if it can't be read or holds no key
 */
export function readKeyFile(path: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const key = parseKey(text.trim())
  if (!key) throw new Error(`${path} holds no key: 32 bytes in base64`)
  return key
}

/** Makes the key's file, readable for this user alone. If another process is faster, its key is the one. */
export function makeKeyFile(path: string): Buffer {
  const part = `${path}.${randomUUID()}.part`
  try {
    const text = `${randomBytes(KEY_BYTES).toString('base64')}\n`
    writeFileSync(part, text, { flag: 'wx', mode: 0o600, flush: true })
    linkSync(part, path) // whole or not at all, and never over another
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(part, { force: true })
  }
  return readKeyFile(path)!
}

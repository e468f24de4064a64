import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSecrets } from './secrets.ts'

const PLACE = { table: 'mailboxes', column: 'password', row: 'one' }
const UNREADABLE = expect.objectContaining({ code: 'secret_unreadable', name: 'SecretUnreadable' })
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'baton-secrets-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const secrets = (key?: Buffer, previous?: Buffer) => createSecrets({ key, previous, dataDir })
const file = () => join(dataDir, 'secret.key')

it('keeps a secret that another start can read, under a key of its own that is made at first use', () => {
  const first = secrets()
  expect(() => first.open('v1.00000000.AAAA', PLACE)).toThrow(UNREADABLE)
  expect(readdirSync(dataDir)).toEqual([])
  const sealed = first.seal('pässword', PLACE)
  expect(sealed).not.toContain('ssword')
  expect(first.seal('pässword', PLACE)).not.toBe(sealed)
  expect(readdirSync(dataDir)).toEqual(['secret.key'])
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readFileSync(file(), 'utf8'), 'base64')).toHaveLength(32)
  expect(secrets().open(sealed, PLACE)).toBe('pässword')
})

it('keeps an empty text and a long one', () => {
  const own = secrets(randomBytes(32))
  for (const text of ['', 'a'.repeat(100_000)]) expect(own.open(own.seal(text, PLACE), PLACE)).toBe(text)
})

it('reads a secret in its own row and field alone, and no damaged one', () => {
  const own = secrets(randomBytes(32))
  const sealed = own.seal('password', PLACE)
  for (const other of [{ row: 'two' }, { column: 'token' }, { table: 'agents' }])
    expect(() => own.open(sealed, { ...PLACE, ...other })).toThrow(UNREADABLE)
  for (const damaged of [
    '',
    'v1',
    sealed.slice(0, -2),
    sealed.replace('v1', 'v2'),
    `${sealed.slice(0, -30)}${'A'.repeat(30)}`,
  ])
    expect(() => own.open(damaged, PLACE)).toThrow(UNREADABLE)
})

it('reads what was sealed under the key before, and nothing under others', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)]
  const sealed = secrets(before).seal('password', PLACE)
  expect(secrets(after, before).open(sealed, PLACE)).toBe('password')
  expect(() => secrets(after).open(sealed, PLACE)).toThrow(UNREADABLE)
  expect(() => secrets().open(sealed, PLACE)).toThrow(UNREADABLE)
  const again = secrets(after, before).seal('password', PLACE)
  expect(secrets(after).open(again, PLACE)).toBe('password')
})

it('goes on with the key of its file when the operator gives that as the key or the one before', () => {
  const sealed = secrets().seal('password', PLACE)
  const kept = Buffer.from(readFileSync(file(), 'utf8'), 'base64')
  expect(secrets(kept).open(sealed, PLACE)).toBe('password')
  expect(secrets(randomBytes(32), kept).open(sealed, PLACE)).toBe('password')
})

it('has one key where two processes make it', () => {
  const [one, other] = [secrets(), secrets()]
  expect(other.open(one.seal('password', PLACE), PLACE)).toBe('password')
  expect(one.open(other.seal('password', PLACE), PLACE)).toBe('password')
})

it('names a damaged file, and makes no other', () => {
  writeFileSync(file(), 'short')
  expect(() => secrets().seal('password', PLACE)).toThrow(UNREADABLE)
  expect(() => secrets().derivedKeys('ids')).toThrow(UNREADABLE)
  expect(readFileSync(file(), 'utf8')).toBe('short')
})

it('derives keys by purpose, of the key before too', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)]
  const [now, former] = secrets(after, before).derivedKeys('ids')
  expect(now).toHaveLength(32)
  expect(secrets(before).derivedKeys('ids')).toEqual([former])
  expect(secrets(after).derivedKeys('ids')).toEqual([now])
  expect(secrets(after).derivedKeys('others')).not.toEqual([now])
})

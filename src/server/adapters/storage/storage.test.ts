import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allOf } from '../../concurrency/all-of.ts'
import { type ObjectStorage, startObjectStorage } from '../../testing/object-storage.ts'
import { createBucketStorage } from './bucket.ts'
import { createFolderStorage } from './folder.ts'
import { readS3Url } from './s3/address.ts'
import { createS3 } from './s3/client.ts'
import type { Storage } from './storage.ts'

let folder = ''
let server: ObjectStorage
beforeAll(async () => {
  server = await startObjectStorage()
})
afterAll(() => server.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const keysIn = async (storage: Storage) => (await allOf(storage.list())).map(({ key }) => key).sort()

/** Bytes that break off after a while, as those of a client that goes. */
async function* broken() {
  yield randomBytes(100_000)
  throw new Error('broken off')
}

const inBucket = () => createBucketStorage(readS3Url(server.url(folder.slice(1)), server.env))
const adapters: [string, () => Storage][] = [
  ['a folder', () => createFolderStorage(join(folder, 'files'))],
  ['a bucket', inBucket],
]

describe.each(adapters)('storage in %s', (_name, create) => {
  let storage: Storage
  beforeEach(() => {
    storage = create()
  })
  afterEach(() => storage.close())

  test('gives back what was saved, byte for byte, to another process', async () => {
    const bytes = new Uint8Array([0, 255, 13, 10, 128])
    const [key, streamed] = [randomUUID(), randomUUID()]
    await storage.save(key, bytes)
    const large = randomBytes(3_000_000)
    await storage.save(streamed, Readable.from([large.subarray(0, 7), large.subarray(7)]))
    const other = create()
    expect([...(await other.read(key))!]).toEqual([...bytes])
    expect((await buffer((await other.open(streamed))!)).equals(large)).toBe(true)
    const sizes = Object.fromEntries((await allOf(other.list())).map(({ key, size }) => [key, size]))
    expect(sizes).toEqual({ [key]: 5, [streamed]: 3_000_000 })
    await other.close()
  })

  test('leaves nothing of a file that breaks off', async () => {
    const key = randomUUID()
    await expect(storage.save(key, Readable.from(broken()))).rejects.toThrow('broken off')
    expect(await storage.read(key)).toBeUndefined()
    expect(await storage.open(key)).toBeUndefined()
    expect(await keysIn(storage)).toEqual([])
    expect((await readdir(tmpdir())).filter((name) => name.startsWith('baton-file-'))).toEqual([])
  })

  test('removes a file, and says nothing when it is gone already', async () => {
    const [key, other] = [randomUUID(), randomUUID()]
    await storage.save(key, new Uint8Array([1]))
    await storage.save(other, new Uint8Array([1]))
    await storage.remove(key)
    await storage.remove(key)
    expect(await keysIn(storage)).toEqual([other])
    expect(await storage.read(key)).toBeUndefined()
  })

  test.each(['../secret', '/etc/passwd', '', 'a/b', '..%2fsecret', '0197e0c2-0000-7000-8000-00000000000g'])(
    'refuses the key %j',
    async (key) => {
      await expect((async () => storage.save(key, new Uint8Array()))()).rejects.toThrow('not a key')
      await expect((async () => storage.read(key))()).rejects.toThrow('not a key')
      await expect((async () => storage.open(key))()).rejects.toThrow('not a key')
      await expect((async () => storage.remove(key))()).rejects.toThrow('not a key')
    },
  )
})

describe('storage in a folder', () => {
  test('leaves nothing half written, and nothing that other users of the machine can read', async () => {
    const storage = createFolderStorage(folder)
    const keys = Array.from({ length: 20 }, () => randomUUID())
    await Promise.all(keys.map((key, size) => storage.save(key, new Uint8Array(size))))
    expect((await readdir(folder)).sort()).toEqual(keys.sort())
    expect((await stat(join(folder, keys[0] ?? ''))).mode & 0o077).toBe(0)
    await writeFile(join(folder, `${keys[0]}.part`), 'what a crash left')
    await storage.remove(keys[0]!)
    expect(await readdir(folder)).toHaveLength(19)
  })

  test('has no files before there is a folder, but says so where what there is can’t be read', async () => {
    expect(await keysIn(createFolderStorage(join(folder, 'files')))).toEqual([])
    await writeFile(join(folder, 'files'), 'no folder')
    await expect(keysIn(createFolderStorage(join(folder, 'files')))).rejects.toThrow('ENOTDIR')
  })
})

describe('storage in a bucket', () => {
  const addressOf = (env: Partial<ObjectStorage['env']> = {}) =>
    readS3Url(server.url(folder.slice(1)), { ...server.env, ...env })

  test('lists more than one page, and only what is its own', async () => {
    const [one, s3] = [createBucketStorage(addressOf()), createS3(addressOf())]
    const keys = Array.from({ length: 1_010 }, () => randomUUID()).sort()
    for (const key of keys) await s3.put(key, new Blob())
    await s3.put('backup.json', new Blob(['of a backup']))
    await s3.put(`below/${randomUUID()}`, new Blob(['of another']))
    expect(await keysIn(one)).toEqual(keys)
    expect((await allOf(s3.list('below/'))).length).toBe(1)
  })

  test('stores in parts what is larger than one, and nothing if a part fails', async () => {
    const s3 = createS3(addressOf())
    const large = new Blob([randomBytes(64 * 1_048_576), randomBytes(1_000)])
    await s3.put('large', large)
    expect(Buffer.from(await large.arrayBuffer()).equals((await s3.read('large'))!)).toBe(true)
    const failing = Object.assign(new Blob([new Uint8Array(64 * 1_048_576 + 1)]), {
      slice: (start: number) =>
        start === 0 ? new Blob([new Uint8Array(100)]) : Object.assign(new Blob(), { stream: broken }),
    })
    await expect(s3.put('failing', failing)).rejects.toThrow('broken off')
    expect((await allOf(s3.list())).map(({ path }) => path)).toEqual(['large'])
    await s3.close()
  })

  test('says what is wrong, and counts as a shortage that passes', async () => {
    const wrongKey = createBucketStorage(addressOf({ AWS_ACCESS_KEY_ID: 'another' }))
    await expect(wrongKey.read(randomUUID())).rejects.toMatchObject({
      code: 'ERR_STORAGE_AWAY',
      message: expect.stringMatching(/answered 403 \(InvalidAccessKeyId\)/),
    })
    const noBucket = createBucketStorage({ ...addressOf(), bucket: 'another' })
    await expect(noBucket.read(randomUUID())).rejects.toThrow('404 (NoSuchBucket)')
    const away = createBucketStorage({ ...addressOf(), endpoint: 'http://127.0.0.1:9' })
    await expect(away.save(randomUUID(), new Uint8Array(1))).rejects.toMatchObject({ code: 'ERR_STORAGE_AWAY' })
  })

  test('reads its address as it is documented', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
    expect(readS3Url('s3://files/baton/?endpoint=http://10.0.0.1:9000&region=x', keys)).toMatchObject({
      ...{ bucket: 'files', prefix: 'baton/', endpoint: 'http://10.0.0.1:9000', region: 'x' },
    })
    expect(readS3Url('s3://files', { ...keys, AWS_REGION: 'eu-west-1' })).toMatchObject({
      ...{ prefix: '', endpoint: 'https://s3.eu-west-1.amazonaws.com', region: 'eu-west-1' },
    })
    expect(() => readS3Url('s3://files', {})).toThrow('needs AWS_ACCESS_KEY_ID')
    for (const text of ['s3://', 's3://Files', 's3://a:b@files', 's3://files/../x y', 's3://files?endpont=x'])
      expect(() => readS3Url(text, keys), text).toThrow()
    expect(() => readS3Url('s3://files?endpoint=ftp://x', keys)).toThrow('endpoint')
  })
})

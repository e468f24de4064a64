import { createReadStream, existsSync, openAsBlob } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { below, nameOf, type S3Address } from '../adapters/storage/s3/address.ts'
import { createS3 } from '../adapters/storage/s3/client.ts'
import { allOf } from '../concurrency/all-of.ts'
import { unlessMissing } from '../file-system/unless-missing.ts'
import { describe, type Source, type Stored, stage } from './store.ts'

/** What says of a backup what is in it; the last file that is written, without which it is none. */
export const MANIFEST = 'backup.json'

/** Where a backup lies or is to lie: a folder, or a folder of a bucket. */
export interface Place {
  /** For people. */
  name: string
  isTaken(): Promise<boolean>
  /** A folder for copies on their way, on the disk of the backup; undefined if it lies on none. */
  room: string | undefined
  /** Begins a backup; what an earlier attempt has left is removed. @param work a folder for files on their way */
  begin(work: string): Promise<void>
  /**
   * Stores a file, encrypted if there is a recipient, and compares what is read back with what was written.
   * @throws Error if that is something else; the file system's error, such as ENOENT; StorageError
   */
  store(from: Source, path: string, recipient: string | undefined): Promise<Stored>
  /** Makes what was stored a backup. */
  finish(manifest: string): Promise<void>
  /** Removes what was stored since `begin`. */
  abandon(): Promise<void>
  /** A file of the backup; undefined if it is missing. */
  open(path: string): Promise<Readable | undefined>
  close(): Promise<void>
}

/** A folder of this machine. Until a backup in it is whole, its name ends in `.part`. */
export function createFolderPlace(folder: string): Place {
  const part = `${folder}.part`
  const abandon = () => rm(part, { recursive: true, force: true })
  return {
    name: folder,
    isTaken: async () => existsSync(folder),
    room: join(part, 'database'),
    async begin() {
      await abandon()
      await mkdir(join(part, 'files'), { recursive: true })
    },
    async store(from, path, recipient) {
      const to = join(part, path)
      try {
        const written = await stage(from, to, recipient)
        const file = await open(to, 'r+')
        await file.sync().finally(() => file.close())
        return sameOf(await describe(createReadStream(to)), written, to)
      } catch (error) {
        await rm(to, { force: true }) // what was begun of a file that was removed meanwhile
        throw error
      }
    },
    async finish(manifest) {
      await writeFile(join(part, MANIFEST), manifest, { mode: 0o600, flush: true })
      await rename(part, folder)
    },
    abandon,
    async open(path) {
      const file = await open(join(folder, path)).catch(unlessMissing)
      return file?.createReadStream()
    },
    async close() {},
  }
}

/** A folder of a bucket. Of a backup that is not whole, `backup.json` is missing. */
export function createBucketPlace(address: S3Address): Place {
  const s3 = createS3(address)
  const name = nameOf(address)
  let sending = ''
  const abandon = async () => {
    for (const { path } of await allOf(s3.list())) await s3.remove(path)
  }
  return {
    name,
    isTaken: async () => (await s3.read(MANIFEST)) !== undefined,
    room: undefined,
    async begin(work) {
      sending = join(work, 'sending')
      await abandon()
    },
    async store(from, path, recipient) {
      try {
        const written = await stage(from, sending, recipient)
        await s3.put(path, await openAsBlob(sending))
        const found = await s3.open(path)
        if (!found) throw new Error(`${name}/${path} is not there after it was written.`)
        return sameOf(await describe(found), written, `${name}/${path}`)
      } finally {
        await rm(sending, { force: true })
      }
    },
    finish: (manifest) => s3.put(MANIFEST, new Blob([manifest])),
    abandon,
    open: (path) => s3.open(path),
    close: () => s3.close(),
  }
}

function sameOf(found: Stored, written: Stored, path: string): Stored {
  if (found.sha256 !== written.sha256) throw new Error(`${path} could not be read back as it was written.`)
  return found
}

/** Where a server's backups lie beside each other. */
export interface Shelf {
  /** The names of what may be backups. @throws the file system's error, or StorageError, where they can't be read */
  names(): Promise<string[]>
  place(name: string): Place
  remove(name: string): Promise<void>
}

/** @param bucket where `folder` is the address of one */
export function createShelf({ folder, bucket }: { folder: string; bucket: S3Address | undefined }): Shelf {
  if (!bucket)
    return {
      names: async () => (await readdir(folder).catch(unlessMissing)) ?? [], // the first backup makes it
      place: (name) => createFolderPlace(join(folder, name)),
      remove: (name) => rm(join(folder, name), { recursive: true, force: true }),
    }
  const place = (name: string) => createBucketPlace(below(bucket, name))
  return {
    place,
    async names() {
      const s3 = createS3(bucket)
      try {
        return await allOf(s3.folders())
      } finally {
        await s3.close()
      }
    },
    async remove(name) {
      const removed = place(name)
      await removed.abandon().finally(() => removed.close())
    },
  }
}
